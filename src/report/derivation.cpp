#include "report/derivation.hpp"

#include <map>

#include "report/layout.hpp"

namespace anholon::request {

namespace {

// All expressions of a derivation, printed together: long parts that they share have one name.
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
        for (const auto* list : {&d.kinematics, &d.solved})
            for (const Definition& definition : *list) add(definition.value);
        Printed printed = print(all, style);
        for (std::size_t k = 0; k < all.size(); ++k) texts_[all[k].id()] = std::move(printed.main[k]);
        where_ = std::move(printed.where);
    }

    Style style() const { return style_; }
    const std::string& operator()(const Expr& e) const { return texts_.at(e.id()); }
    const std::vector<std::pair<std::string, std::string>>& where() const { return where_; }

  private:
    Style style_;
    std::map<NodeId, std::string> texts_;
    std::vector<std::pair<std::string, std::string>> where_;  // the names that the texts use
};

// What stands on the left and on the right of a line's equals sign.
struct Sides {
    std::string left, right;
};

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

std::string as_text(const Derivation& d, std::size_t width) {
    const Texts shown(d, Style::text);
    std::string out =
        paragraph("", d.system + ": " + d.form->title + "   (" + d.form->source + ")", 4, width) +
        formula("    ", d.form->formula, 6, width);
    const auto section = [&](const char* title, const std::vector<Definition>& list) {
        if (list.empty()) return;
        out += std::string("\n") + title + "\n";
        for (const Definition& definition : list)
            out += equation(definition.name.text, shown(definition.value), width);
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
    section("kinematics", d.kinematics);
    section("solved", d.solved);
    if (!shown.where().empty()) out += "\nwhere\n";
    for (const auto& [name, value] : shown.where()) out += equation(name, value, width);
    return out;
}

std::string as_latex(const Derivation& d) {
    const Texts shown(d, Style::latex);
    std::string out =
        "% " + d.system + ": " + d.form->title + " (" + d.form->source + ")\n\\begin{aligned}\n";
    std::vector<std::string> rows;
    const auto add = [&](const std::vector<Definition>& list) {
        for (const Definition& definition : list)
            rows.push_back(definition.name.latex + " &= " + shown(definition.value));
    };
    add(d.quasi_velocities);
    for (const Label& line : d.vectors) rows.push_back(line.latex);
    add(d.definitions);
    for (const Line& line : d.lines) {
        const Sides s = sides(line, shown);
        rows.push_back(s.left + " &= " + s.right);
    }
    add(d.kinematics);
    add(d.solved);
    for (const auto& [name, value] : shown.where()) rows.push_back(name + " &= " + value);
    for (std::size_t i = 0; i < rows.size(); ++i) out += rows[i] + (i + 1 < rows.size() ? " \\\\\n" : "\n");
    return out + "\\end{aligned}\n";
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
                         {"kinematics", list(d.kinematics)},
                         {"solved", list(d.solved)},
                         {"where", Json::object({{"text", where(in_text)}, {"latex", where(in_latex)}})},
                         {"unknowns", d.unknowns},
                         {"operations", d.operations}});
}

std::string as_text(const Derivations& all, std::size_t width) {
    std::string out;
    for (const auto& [form, inapplicable, derivation] : all.entries) {
        if (inapplicable)
            out += "\n" + paragraph("", all.system + ": " + form->title + " does not apply: " + *inapplicable,
                                    4, width);
        else
            out += (out.empty() ? "" : "\n") + as_text(*derivation, width);
    }
    return out;
}

std::string as_latex(const Derivations& all) {
    std::string out;
    for (const auto& entry : all.entries)
        if (entry.derivation) out += (out.empty() ? "" : "\n") + as_latex(*entry.derivation);
    return out;
}

Json as_json(const Derivations& all) {
    Json::Array rows;
    for (const auto& [form, inapplicable, derivation] : all.entries)
        rows.push_back(
            inapplicable
                ? Json::object({{"form", form->id}, {"applicable", false}, {"reason", *inapplicable}})
                : as_json(*derivation));
    return Json::array(std::move(rows));
}

}  // namespace anholon::request
