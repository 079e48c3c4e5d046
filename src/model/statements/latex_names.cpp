#include <map>

#include "base/text.hpp"
#include "expr/print.hpp"
#include "model/language/errors.hpp"
#include "model/language/mistake.hpp"
#include "model/statements/elaboration.hpp"

namespace anholon {

namespace {

using namespace syntax;

// What is wrong with a piece of LaTeX that is to stand in a formula; empty if nothing is.
std::string fault_of(std::string_view latex) {
    if (latex.find_first_not_of(' ') == latex.npos) return "it is empty";
    std::size_t depth = 0;
    for (std::size_t i = 0; i < latex.size(); ++i) {
        const char c = latex[i];
        if (c == '\\') {
            if (i + 1 == latex.size()) return "it ends with a backslash";
            if (latex[++i] == '\\') return "it holds a line break, \\\\";
            continue;
        }
        if (c == '{') ++depth;
        if (c == '}' && depth-- == 0) return "a brace is closed that was not opened";
        if (std::string_view("$&%#~\n\t").find(c) != std::string_view::npos)
            return "a symbol in a formula cannot hold " + quote(std::string(1, c));
    }
    return depth > 0 ? "a brace is not closed" : "";
}

// Everything that has a name, in the order of declaration.
std::vector<std::string> names_of(const System& system) {
    std::vector<std::string> names;
    for (const Parameter& p : system.parameters) names.push_back(p.symbol.symbol().name);
    for (const DerivedParameter& p : system.derived) names.push_back(p.name);
    for (const Coordinate& q : system.coordinates) names.push_back(q.symbol.symbol().name);
    if (system.algebra)
        for (const Expr& w : system.algebra->omega) names.push_back(w.symbol().name);
    for (const QuasiVelocity& w : system.quasi) names.push_back(w.symbol.symbol().name);
    for (const auto& [name, value] : system.lets) names.push_back(name);
    return names;
}

std::string latex_of(const Context& c, const std::string& name) {
    return symbol_latex({name, SymbolKind::variable, 0, c.latex_of(name)});
}

// \mathrm{v\_x} of v_x, which no other name has.
std::string letter_by_letter(const std::string& name) {
    std::string out = "\\mathrm{";
    for (const char c : name) out += c == '_' ? "\\_" : std::string(1, c);
    return out + "}";
}

// What is stated must differ from all others; of two other names that look alike, such as vx and v_x, the later is spelled out.
void tell_apart(Elaboration& model, const std::map<std::string, Span>& stated) {
    std::map<std::string, std::string> owner;  // by LaTeX
    const auto key = [&](const std::string& name) { return latex_of(model.context(), name); };
    for (const auto& [name, span] : stated) {
        const auto [first, is_new] = owner.emplace(key(name), name);
        if (!is_new) model.report(latex_same(span, name, first->first, first->second));
    }
    for (const std::string& name : names_of(model.system)) {
        if (stated.contains(name)) continue;
        const auto [first, is_new] = owner.emplace(key(name), name);
        if (is_new || first->second == name) continue;
        if (const auto other = stated.find(first->second); other != stated.end())
            model.report(latex_same(other->second, other->first, first->first, name));
        else
            model.context().set_latex(name, letter_by_letter(name));
    }
}

}  // namespace

void read_latex_names(Elaboration& model) {
    std::map<std::string, Span> stated;
    model.each<LatexStatement>([&](const LatexStatement& s, const auto&) {
        for (const LatexStatement::Item& item : s.items) {
            const std::string name = ascii_name(model.source.text(item.name));
            const std::string latex = string_value(model.source.text(item.latex));
            if (!model.outer.find(name)) {
                model.report(
                    name_unknown(item.name, model.source.text(item.name), model.outer, model.source));
            } else if (const std::string fault = fault_of(latex); !fault.empty()) {
                model.report(latex_bad(item.latex, fault));
            } else if (const auto [first, is_new] = stated.emplace(name, item.name); !is_new) {
                model.report(latex_twice(item.name, name, first->second));
            } else {
                model.context().set_latex(name, latex);
            }
        }
    });
    tell_apart(model, stated);
}

}  // namespace anholon
