#include "report/derivation.hpp"

#include <algorithm>
#include <chrono>

namespace anholon {

namespace {

constexpr std::size_t kWidth = 108;
constexpr std::size_t kMaxSolved = 5;          // unknowns up to which z is written out
constexpr std::size_t kMaxSolvedLength = 200;  // and the length of its lines

// A long line goes on below its equals sign, broken between summands.
std::string wrapped(const std::string& left, const std::string& right) {
    const std::string line = "  " + left + " = " + right;
    if (line.size() <= kWidth) return line + "\n";
    std::string out = "  " + left + " =", current;
    const auto flush = [&] {
        if (!current.empty()) out += "\n      " + current;
        current.clear();
    };
    int depth = 0;
    std::size_t start = 0;
    std::vector<std::string> parts;
    for (std::size_t i = 0; i + 2 < right.size(); ++i) {
        if (right[i] == '(') ++depth;
        if (right[i] == ')') --depth;
        if (depth == 0 && right[i] == ' ' && (right[i + 1] == '+' || right[i + 1] == '-') &&
            right[i + 2] == ' ') {
            parts.push_back(right.substr(start, i - start));
            start = i + 1;
        }
    }
    parts.push_back(right.substr(start));
    for (const std::string& part : parts) {
        if (!current.empty() && current.size() + 1 + part.size() > kWidth - 6) flush();
        current += (current.empty() ? "" : " ") + part;
    }
    flush();
    return out + "\n";
}

// What stands on the left and on the right of a line's equals sign.
struct Sides {
    std::string left, right;
};

bool is_there(const Expr& e) { return e && e != e.context().zero(); }

std::string one_line(Expr e, Style style) { return style == Style::text ? text(e) : latex(e); }

Sides sides(const Line& line, Style style) {
    Sides s;
    if (line.under_dt) {
        const std::string inner = one_line(line.under_dt, style);
        s.left = style == Style::text ? "d/dt(" + inner + ")" : "\\frac{d}{dt}\\left(" + inner + "\\right)";
    }
    if (is_there(line.left)) {
        const std::string rest = one_line(line.left, style);
        if (s.left.empty())
            s.left = rest;
        else
            s.left += rest.starts_with('-') ? " - " + rest.substr(1) : " + " + rest;
    }
    if (s.left.empty()) s.left = "0";
    for (const Line::Part& part : line.right) {
        if (!is_there(part.value)) continue;
        std::string value = one_line(part.value, style);
        if (style == Style::latex && !part.note.empty())
            value = "\\underbrace{" + value + "}_{\\text{" + part.note + "}}";
        if (s.right.empty())
            s.right = value;
        else
            s.right += value.starts_with('-') ? " - " + value.substr(1) : " + " + value;
    }
    if (s.right.empty()) s.right = "0";
    return s;
}

}  // namespace

Derivation derivation(const Setting& s, const EquationForm& form, Simplification simplification) {
    const auto start = std::chrono::steady_clock::now();
    const auto shown = [&](Expr e) {
        return e && simplification == Simplification::full ? simplified(e) : e;
    };
    const Equations e = form.derive(s);
    Derivation d;
    d.form = &form;
    d.system = s.system.name;
    const auto is_in_state = [&](Expr symbol) { return std::ranges::find(e.state, symbol) != e.state.end(); };
    for (const QuasiVelocity& quasi : s.system.quasi)
        if (is_in_state(quasi.symbol) || std::ranges::find(e.unknowns, quasi.symbol) != e.unknowns.end())
            d.quasi_velocities.push_back({{text(quasi.symbol), latex(quasi.symbol)}, quasi.definition});
    for (const Definition& definition : e.definitions)
        d.definitions.push_back({definition.name, shown(definition.value)});
    for (const Line& line : e.lines) {
        Line simple{shown(line.under_dt), shown(line.left), {}};
        for (const Line::Part& part : line.right) simple.right.push_back({shown(part.value), part.note});
        d.lines.push_back(std::move(simple));
    }
    for (std::size_t i = 0; i < s.q.size() && i < e.velocities.size(); ++i)
        if (e.velocities[i] != s.v[i])
            d.kinematics.push_back({{text(s.v[i]), latex(s.v[i])}, shown(e.velocities[i])});
    if (simplification == Simplification::full && !e.unknowns.empty() && e.unknowns.size() <= kMaxSolved) {
        const Solution z = solved(e);
        const auto is_short = [](Expr x) { return text(x).size() <= kMaxSolvedLength; };
        if (z.outcome == Solution::Outcome::unique && std::ranges::all_of(z.x, is_short))
            for (std::size_t k = 0; k < z.x.size(); ++k)
                d.solved.push_back({{text(e.unknowns[k]), latex(e.unknowns[k])}, z.x[k]});
    }
    std::vector<Expr> all(e.r);
    if (!e.W.empty()) all.insert(all.end(), e.W.entries().begin(), e.W.entries().end());
    all.insert(all.end(), e.rates.begin(), e.rates.end());
    d.operations = operations(all).total();
    d.unknowns = e.unknowns.size();
    d.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return d;
}

std::string as_text(const Derivation& d) {
    std::string out =
        d.system + ": " + d.form->title + "   (" + d.form->source + ")\n    " + d.form->formula + "\n";
    const auto section = [&](const char* title, const std::vector<Definition>& list) {
        if (list.empty()) return;
        out += std::string("\n") + title + "\n";
        for (const Definition& definition : list)
            out += wrapped(definition.name.text, text(definition.value));
    };
    section("quasi-velocities", d.quasi_velocities);
    section("with", d.definitions);
    out += "\nequations\n";
    for (const Line& line : d.lines) {
        const Sides s = sides(line, Style::text);
        out += wrapped(s.left, s.right);
    }
    section("kinematics", d.kinematics);
    section("solved", d.solved);
    return out;
}

std::string as_latex(const Derivation& d) {
    std::string out =
        "% " + d.system + ": " + d.form->title + " (" + d.form->source + ")\n\\begin{aligned}\n";
    std::vector<std::string> rows;
    const auto add = [&](const std::vector<Definition>& list) {
        for (const Definition& definition : list)
            rows.push_back(definition.name.latex + " &= " + latex(definition.value));
    };
    add(d.quasi_velocities);
    add(d.definitions);
    for (const Line& line : d.lines) {
        const Sides s = sides(line, Style::latex);
        rows.push_back(s.left + " &= " + s.right);
    }
    add(d.kinematics);
    add(d.solved);
    for (std::size_t i = 0; i < rows.size(); ++i) out += rows[i] + (i + 1 < rows.size() ? " \\\\\n" : "\n");
    return out + "\\end{aligned}\n";
}

Json as_json(const Derivation& d) {
    const auto list = [](const std::vector<Definition>& definitions) {
        Json::Array array;
        for (const Definition& definition : definitions)
            array.push_back(
                Json::object({{"name", definition.name.text},
                              {"text", text(definition.value)},
                              {"latex", definition.name.latex + " = " + latex(definition.value)}}));
        return Json::array(std::move(array));
    };
    Json::Array equations;
    for (const Line& line : d.lines) {
        const Sides t = sides(line, Style::text), l = sides(line, Style::latex);
        equations.push_back(
            Json::object({{"text", t.left + " = " + t.right}, {"latex", l.left + " = " + l.right}}));
    }
    return Json::object({{"form", d.form->id},
                         {"title", d.form->title},
                         {"source", d.form->source},
                         {"formula", d.form->formula},
                         {"quasi_velocities", list(d.quasi_velocities)},
                         {"definitions", list(d.definitions)},
                         {"equations", Json::array(std::move(equations))},
                         {"kinematics", list(d.kinematics)},
                         {"solved", list(d.solved)},
                         {"unknowns", d.unknowns},
                         {"operations", d.operations}});
}

}  // namespace anholon
