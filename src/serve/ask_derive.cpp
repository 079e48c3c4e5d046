#include <algorithm>

#include "expr/print.hpp"
#include "model/fork.hpp"
#include "report/derivation.hpp"
#include "request/derive.hpp"
#include "request/form.hpp"
#include "request/model.hpp"
#include "serve/asks.hpp"

namespace anholon::serve {

namespace {

// What the symbols of equations mean, by their names in plain text.
Json symbols_of(const System& system) {
    Json::Object out;
    const auto add = [&](const Expr& symbol, std::string meaning, const std::string& unit) {
        if (!unit.empty() && unit != "1") meaning += " [" + unit + "]";
        out.emplace_back(symbol_text(symbol.symbol()),
                         Json::object({{"latex", symbol_latex(symbol.symbol())}, {"meaning", meaning}}));
    };
    for (const Parameter& p : system.parameters)
        add(p.symbol, p.description.empty() ? "parameter" : p.description, p.unit);
    for (const Coordinate& q : system.coordinates)
        add(q.symbol, q.description.empty() ? "coordinate" : q.description, q.unit);
    if (system.algebra)
        for (const Expr& w : system.algebra->omega) add(w, "velocity on the Lie algebra", "");
    for (const QuasiVelocity& w : system.quasi) add(w.symbol, "quasi-velocity", "");
    for (std::size_t k = 0; k < std::min(system.multipliers.size(), system.constraints.size()); ++k)
        add(system.multipliers[k], "multiplier of the constraint '" + system.constraints[k].name + "'", "");
    return Json::object(std::move(out));
}

Type page_type() {
    const Type formula = record("Formula", {{"text", text()}, {"latex", text()}});
    const Type definition = record("NamedFormula", {{"name", text()}, {"text", text()}, {"latex", text()}});
    return record("DerivationPage", {{"form", text()},
                                     {"title", text()},
                                     {"source", text()},
                                     {"formula", text()},
                                     {"quasi_velocities", list(definition)},
                                     {"vectors", list(formula)},
                                     {"definitions", list(definition)},
                                     {"equations", list(formula)},
                                     {"matrices", nullable(anything())},
                                     {"permutations", list(definition)},
                                     {"kinematics", list(definition)},
                                     {"solved", list(definition)},
                                     {"where", record({{"text", list(text())}, {"latex", list(text())}}),
                                      "names that the formulas use"},
                                     {"unknowns", integer()},
                                     {"operations", integer()}});
}

Json answer(Call& call) {
    const auto model = call.model();
    System system = fork(model->system);
    if (call.flag("reduced")) {
        request::StatedModel core = request::stated(call.source(), {.reduced = true});
        call.warn(core.said, core.source);
        system = std::move(core.system);
    }
    const std::string id = call.text("form");
    const EquationForm& form = id.empty() ? law_of_motion(system) : request::form_of(id);
    Json::Object out{{"form", form.id}, {"title", form.title}};
    if (const Reason why = form.inapplicable(Setting(system))) {
        out.insert(out.end(), {{"applies", false},
                               {"reason", *why},
                               {"latex", ""},
                               {"text", ""},
                               {"page", Json()},
                               {"symbols", symbols_of(system)}});
        return Json::object(std::move(out));
    }
    const request::Derivations found =
        request::answer(request::Derive{.form = form.id,
                                        .simplify = call.flag("simplify", true),
                                        .parts = call.texts("parts"),
                                        .progress = [&](const std::string& f) { call.progress(0, 1, f); }},
                        system);
    for (const std::string& why : found.entries.front().missing) call.warn("part-missing", why);
    const auto width =
        static_cast<std::size_t>(std::clamp(call.number("width").value_or(latex_column), 20.0, 10000.0));
    out.insert(out.end(), {{"applies", true},
                           {"reason", Json()},
                           {"latex", as_latex(found, width)},
                           {"text", as_text(found, 100)},
                           {"page", as_json(*found.entries.front().derivation)},
                           {"symbols", symbols_of(system)}});
    return Json::object(std::move(out));
}

}  // namespace

Ask ask_forms() {
    const Type row = record(
        "FormApplies",
        {{"id", text()}, {"applies", boolean()}, {"reason", nullable(text()), "why it does not apply"}});
    return {.name = "forms",
            .about = "Which forms of the equations apply to a model",
            .fields = model_fields(),
            .result = list(row),
            .answer = [](Call& call) {
                const System system = fork(call.model()->system);
                const Setting setting(system);
                Json::Array rows;
                for (const EquationForm& form : all_forms()) {
                    const Reason why = form.inapplicable(setting);
                    rows.push_back(Json::object(
                        {{"id", form.id}, {"applies", !why}, {"reason", why ? Json(*why) : Json()}}));
                }
                return Json::array(std::move(rows));
            }};
}

Ask ask_derive() {
    const Type symbol = record("SymbolMeaning", {{"latex", text()}, {"meaning", text()}});
    return {.name = "derive",
            .about = "The equations of motion in one form; one that does not apply says why",
            .fields = model_fields(
                {optional("form", text(), "the law that the model states, if not given"),
                 optional("reduced", boolean(), "of the core of the system"),
                 optional("simplify", boolean(), "true if not given"),
                 optional("parts", list(text()), "of the page: equations, matrices, …"),
                 optional("width", integer(), "of lines of LaTeX, in letters; 42 if not given")}),
            .result = record("DeriveResult", {{"form", text()},
                                              {"title", text()},
                                              {"applies", boolean()},
                                              {"reason", nullable(text()), "why it does not apply"},
                                              {"latex", text()},
                                              {"text", text()},
                                              {"page", nullable(page_type()), "the same, formula by formula"},
                                              {"symbols", map(symbol), "by their names in plain text"}}),
            .answer = answer};
}

}  // namespace anholon::serve
