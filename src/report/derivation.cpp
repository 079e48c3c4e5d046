#include "report/derivation.hpp"

#include <limits>
#include <map>

#include "base/words.hpp"
#include "expr/latex_width.hpp"
#include "report/latex_layout.hpp"
#include "report/layout.hpp"
#include "report/matrix_form.hpp"

namespace anholon::request {

namespace {

// All expressions of a derivation, printed together: the names of their parts are explained once.
class Texts {
  public:
    Texts(const Derivation& d, Style style) : style_(style) {
        std::vector<Expr> all;
        const auto add = [&](const Expr& e) {
            if (e) all.push_back(e);
        };
        for (const auto* list : {&d.quasi_velocities, &d.definitions})
            for (const Definition& definition : *list) add(definition.value);
        for (const Line& line : d.lines) {
            add(line.under_dt);
            add(line.left);
            for (const Line::Part& part : line.right) add(part.value);
        }
        if (d.matrices) {
            for (const Expr& e : d.matrices->M.entries()) add(e);
            for (const auto* list : {&d.matrices->h, &d.matrices->Q})
                for (const Expr& e : *list) add(e);
        }
        for (const auto* list : {&d.permutations, &d.kinematics, &d.solved})
            for (const Definition& definition : *list) add(definition.value);
        Printed printed = print(all, style, {.known = d.where, .unnamed = whole});
        for (std::size_t k = 0; k < all.size(); ++k) texts_[all[k].id()] = std::move(printed.main[k]);
        where_ = std::move(printed.where);
    }

    Style style() const { return style_; }
    const std::string& operator()(const Expr& e) const { return texts_.at(e.id()); }
    const std::vector<std::pair<std::string, std::string>>& where() const { return where_; }

  private:
    static constexpr double whole = std::numeric_limits<double>::infinity();

    Style style_;
    std::map<NodeId, std::string> texts_;
    std::vector<std::pair<std::string, std::string>> where_;  // the names that the texts use
};

// "M &= I ω": what stands on the left and on the right.
LatexEquation in_two_sides(const std::string& line) {
    const std::size_t at = line.find("&=");
    if (at == std::string::npos) return {"", line};
    return {without_blanks_around(line.substr(0, at)), without_blanks_around(line.substr(at + 2))};
}

// What stands on the left and on the right of a line's equals sign.
struct Sides {
    std::string left, right;
};

constexpr std::size_t most_lines = 8;  // so many definitions have a line each
constexpr double widest_brace = 30;    // what stands over a brace cannot be broken

bool is_there(const Expr& e) { return e && e != e.context().zero(); }

Sides sides(const Line& line, const Texts& shown) {
    const Style style = shown.style();
    Sides s;
    if (line.under_dt) {
        const std::string& inner = shown(line.under_dt);
        s.left = style == Style::text ? "d/dt(" + inner + ")" : "\\frac{d}{dt}\\left(" + inner + "\\right)";
    }
    if (is_there(line.left)) {
        const std::string& rest = shown(line.left);
        if (s.left.empty())
            s.left = rest;
        else
            s.left += rest.starts_with('-') ? " - " + rest.substr(1) : " + " + rest;
    }
    if (s.left.empty()) s.left = "0";
    for (const Line::Part& part : line.right) {
        if (!is_there(part.value)) continue;
        std::string value = shown(part.value);
        if (style == Style::latex && !part.note.empty() && latex_width(value) <= widest_brace)
            value = "\\underbrace{" + value + "}_{\\text{" + part.note + "}}";
        if (s.right.empty())
            s.right = value;
        else
            s.right += value.starts_with('-') ? " - " + value.substr(1) : " + " + value;
    }
    if (s.right.empty()) s.right = "0";
    return s;
}

std::vector<LatexEquation> latex_equations(const std::vector<Definition>& list, const Texts& shown) {
    std::vector<LatexEquation> out;
    for (const Definition& definition : list) out.push_back({definition.name.latex, shown(definition.value)});
    return out;
}

}  // namespace

std::string as_text(const Derivation& d, std::size_t width) {
    const Texts shown(d, Style::text);
    std::string out =
        paragraph("", d.system + ": " + d.form->title + "   (" + d.form->source + ")", 4, width) +
        formula("    ", d.form->formula, 6, width);
    const auto section = [&](const char* title, const std::vector<Definition>& list) {
        if (list.empty()) return;
        out += std::string("\n") + title + "\n";
        std::vector<std::pair<std::string, std::string>> texts;
        for (const Definition& definition : list)
            texts.emplace_back(definition.name.text, shown(definition.value));
        if (texts.size() > most_lines || shown.where().size() > most_lines) {
            out += definitions(texts, width);
            return;
        }
        for (const auto& [name, value] : texts) out += equation(name, value, width);
    };
    section("quasi-velocities", d.quasi_velocities);
    if (!d.vectors.empty()) out += "\nin vectors\n";
    for (const Label& line : d.vectors) out += formula("  ", line.text, 4, width);
    section("with", d.definitions);
    if (!d.lines.empty()) out += "\nequations\n";
    for (const Line& line : d.lines) {
        const Sides s = sides(line, shown);
        out += equation(s.left, s.right, width);
    }
    if (d.matrices) out += "\nmatrices\n" + matrix_text(*d.matrices, shown, width);
    section("permutation relations", d.permutations);
    section("kinematics", d.kinematics);
    section("solved", d.solved);
    if (!shown.where().empty()) out += "\nwhere\n" + definitions(shown.where(), width);
    return out;
}

std::string as_latex(const Derivation& d, std::size_t width) {
    const Texts shown(d, Style::latex);
    std::string out = "% " + d.system + ": " + d.form->title + " (" + d.form->source + ")\n";
    const auto section = [&](const char* title, const std::vector<LatexEquation>& list) {
        if (!list.empty()) out += std::string("%% ") + title + "\n" + latex_align(list, width);
    };
    section("quasi-velocities", latex_equations(d.quasi_velocities, shown));
    std::vector<LatexEquation> vectors, equations, where;
    for (const Label& line : d.vectors) vectors.push_back(in_two_sides(line.latex));
    section("in vectors", vectors);
    section("with", latex_equations(d.definitions, shown));
    for (const Line& line : d.lines) {
        const Sides s = sides(line, shown);
        equations.push_back({s.left, s.right});
    }
    section("equations", equations);
    if (d.matrices) out += "%% matrices\n" + matrix_latex(*d.matrices, shown, width);
    section("permutation relations", latex_equations(d.permutations, shown));
    section("kinematics", latex_equations(d.kinematics, shown));
    section("solved", latex_equations(d.solved, shown));
    for (const auto& [name, value] : shown.where()) where.push_back({name, value});
    section("where", where);
    return out;
}

Json as_json(const Derivation& d) {
    const Texts in_text(d, Style::text), in_latex(d, Style::latex);
    const auto list = [&](const std::vector<Definition>& definitions) {
        Json::Array array;
        for (const Definition& definition : definitions)
            array.push_back(
                Json::object({{"name", definition.name.text},
                              {"text", in_text(definition.value)},
                              {"latex", definition.name.latex + " = " + in_latex(definition.value)}}));
        return Json::array(std::move(array));
    };
    const auto where = [](const Texts& shown) {
        Json::Array array;
        for (const auto& [name, value] : shown.where()) array.emplace_back(name + " = " + value);
        return Json::array(std::move(array));
    };
    Json::Array equations;
    for (const Line& line : d.lines) {
        const Sides t = sides(line, in_text), l = sides(line, in_latex);
        equations.push_back(
            Json::object({{"text", t.left + " = " + t.right}, {"latex", l.left + " = " + l.right}}));
    }
    const auto matrices = [&] {
        return Json::object({{"text", matrix_json(*d.matrices, Style::text, in_text)},
                             {"latex", matrix_json(*d.matrices, Style::latex, in_latex)}});
    };
    Json::Array vectors;
    for (const Label& line : d.vectors) {
        std::string latex = line.latex;
        if (const std::size_t aligned = latex.find('&'); aligned != std::string::npos)
            latex.erase(aligned, 1);
        vectors.push_back(Json::object({{"text", line.text}, {"latex", latex}}));
    }
    return Json::object({{"form", d.form->id},
                         {"title", d.form->title},
                         {"source", d.form->source},
                         {"formula", d.form->formula},
                         {"quasi_velocities", list(d.quasi_velocities)},
                         {"vectors", Json::array(std::move(vectors))},
                         {"definitions", list(d.definitions)},
                         {"equations", Json::array(std::move(equations))},
                         {"matrices", d.matrices ? matrices() : Json()},
                         {"permutations", list(d.permutations)},
                         {"kinematics", list(d.kinematics)},
                         {"solved", list(d.solved)},
                         {"where", Json::object({{"text", where(in_text)}, {"latex", where(in_latex)}})},
                         {"unknowns", d.unknowns},
                         {"operations", d.operations}});
}

std::string as_text(const Derivations& all, std::size_t width) {
    std::string out;
    for (const auto& [form, inapplicable, derivation, missing] : all.entries) {
        if (inapplicable)
            out += "\n" + paragraph("", all.system + ": " + form->title + " does not apply: " + *inapplicable,
                                    4, width);
        else
            out += (out.empty() ? "" : "\n") + as_text(*derivation, width);
        for (const std::string& why : missing) out += "\n" + paragraph("", why, 4, width);
    }
    return out;
}

std::string as_latex(const Derivations& all, std::size_t width) {
    std::string out;
    for (const auto& entry : all.entries)
        if (entry.derivation) out += (out.empty() ? "" : "\n") + as_latex(*entry.derivation, width);
    return out;
}

Json as_json(const Derivations& all) {
    Json::Array rows;
    for (const auto& [form, inapplicable, derivation, missing] : all.entries)
        rows.push_back(
            inapplicable
                ? Json::object({{"form", form->id}, {"applicable", false}, {"reason", *inapplicable}})
                : as_json(*derivation));
    return Json::array(std::move(rows));
}

}  // namespace anholon::request
