#include "base/words.hpp"
#include "report/linearisation.hpp"
#include "request/export.hpp"
#include "request/linearize.hpp"
#include "request/model.hpp"
#include "serve/asks.hpp"

// Small motions near an equilibrium or a steady motion; equations as programs.

namespace anholon::serve {

namespace {

SimulationWords start_of(const Call& call) {
    return {.parameters = call.assignments("parameters"),
            .values = call.assignments("initial"),
            .experiment = call.text("experiment")};
}

Json linearized(Call& call) {
    request::Linearize asked{.at = call.text("at") == "steady" ? Standstill::steady : Standstill::equilibrium,
                             .start = start_of(call),
                             .where = call.assignments("where"),
                             .critical = call.text("critical")};
    if (call.flag("reduced") || !asked.critical.empty()) {
        const request::StatedModel model = request::stated(
            call.source(), {.reduced = call.flag("reduced"), .words = &asked.start, .keeps_given = true});
        call.warn(model.said, model.source);
        return as_json(model.system.name, request::answer(asked, model.system));
    }
    const std::string name = call.model()->system.name;
    const auto standing =
        call.models.standing(call.text("model_name", "model"), call.text("model"), asked.at);
    return standing->exclusively(
        [&](StandstillEquations& equations) { return as_json(name, request::answer(asked, equations)); });
}

Type linearized_type() {
    const Type matrix = list(list(number()));
    const Type second =
        record("SecondOrder", {{"coordinates", list(text())}, {"M", matrix}, {"C", matrix}, {"K", matrix}});
    const Type reach = record("Reach", {{"full", boolean()},
                                        {"exact", boolean(), "or else to rounding"},
                                        {"rank", nullable(integer())},
                                        {"missed", list(list(number())), "eigenvalues"}});
    const Type space = record("StateSpace", {{"inputs", list(text())},
                                             {"outputs", list(text())},
                                             {"B", matrix},
                                             {"C", matrix},
                                             {"D", matrix},
                                             {"controllable", nullable(reach)},
                                             {"observable", nullable(reach)},
                                             {"notes", list(text())}});
    return record(
        "Linearized",
        {{"system", text()},
         {"at", one_of({"equilibrium", "steady"})},
         {"form", text()},
         {"state", map(number())},
         {"changed", map(number()), "what the initial state was, where it had to move"},
         {"cyclic", list(text())},
         {"turning", list(record("Turning", {{"field", text()}, {"rate", number()}}))},
         {"left_out", record({{"cyclic", integer()}, {"constraints", integer()}, {"symmetries", integer()}})},
         {"variables", list(text())},
         {"matrix", matrix},
         {"second_order", nullable(second)},
         {"eigenvalues", list(list(number())), "real and imaginary part; the largest real part first"},
         {"zero", record({{"count", integer()},
                          {"eigenvectors", integer()},
                          {"family", integer()},
                          {"because", list(text())}})},
         {"stability", record({{"verdict", text()}, {"reason", text()}})},
         {"state_space", nullable(space), "of a model with inputs or outputs"}});
}

Type critical_type() {
    const Type crossing =
        record("AxisCrossing", {{"value", number()},
                                {"kind", text()},
                                {"frequency", number()},
                                {"instability", one_of({"begins", "ends", "stays"})},
                                {"unstable", record({{"before", integer()}, {"after", integer()}})},
                                {"state", map(number())}});
    const Type stretch = record("Stretch", {{"from", number()},
                                            {"to", number()},
                                            {"unstable", integer()},
                                            {"imaginary", integer()},
                                            {"decaying", integer()}});
    return record("CriticalValues",
                  {{"system", text()},
                   {"at", one_of({"equilibrium", "steady"})},
                   {"form", text()},
                   {"varied", record({{"name", text()},
                                      {"what", one_of({"parameter", "initial value"})},
                                      {"unit", text()},
                                      {"from", number()},
                                      {"to", number()}})},
                   {"kept", map(number())},
                   {"critical", list(crossing)},
                   {"stretches", list(stretch)},
                   {"always_zero", integer()},
                   {"on_axis_at_ends", list(number())},
                   {"ends", record({{"below", nullable(number())}, {"above", nullable(number())}})},
                   {"searched", record({{"values", integer()}, {"widest_gap", number()}})}});
}

// "rattleback.py"
std::string file_name(const std::string& model, const std::string& language) {
    const std::pair<const char*, const char*> endings[] = {
        {"c99", ".c"},       {"python", ".py"}, {"julia", ".jl"}, {"matlab", ".m"},
        {"modelica", ".mo"}, {"cuda", ".cu"},   {"cpp", ".hpp"},  {"sfunction", "_sfunction.c"}};
    for (const auto& [id, ending] : endings)
        if (language == id) return model + ending;
    return model + ".txt";
}

Json exported(Call& call) {
    request::Export asked{.language = call.text("language"),
                          .form = call.text("form"),
                          .start = start_of(call),
                          .options = {.jacobian = call.flag("jacobian")}};
    if (!find_language(asked.language)) {
        std::vector<std::string> ids;
        for (const SourceLanguage& language : all_languages()) ids.push_back(language.id);
        throw Refusal(Refusal::Of::words, "language-unknown", "there is no language '" + asked.language + "'",
                      "one of " + joined(ids));
    }
    const request::StatedModel model =
        request::stated(call.source(), {.reduced = call.flag("reduced"), .words = &asked.start});
    call.warn(model.said, model.source);
    const request::ExportedProgram program = request::answer(asked, model.system);
    if (!program.can_start)
        call.warn("state-singular",
                  "the equations have no finite rates at the initial state: the program cannot start there");
    return Json::object({{"language", program.language->id},
                         {"form", program.form->id},
                         {"file", file_name(model.system.name, program.language->id)},
                         {"text", program.text},
                         {"header", program.header.empty() ? Json() : Json(program.header)}});
}

}  // namespace

Ask ask_linearize() {
    return {
        .name = "linearize",
        .about = "The linear equations near an equilibrium or a steady motion, and its stability",
        .fields = start_fields(
            {{"at", one_of({"equilibrium", "steady"})},
             optional("where", map(value()), "EXPR: VALUE, conditions that the state must satisfy as well"),
             optional("critical", text(),
                      "NAME=LOW..HIGH: instead, the values at which eigenvalues pass the imaginary axis"),
             optional("reduced", boolean(), "of the core of the system")}),
        .result = either({linearized_type(), critical_type()}),
        .answer = linearized};
}

Ask ask_export() {
    return {.name = "export",
            .about = "The equations of motion as a program",
            .fields = start_fields({{"language", text(), "one of those that `hello` lists"},
                                    optional("form", text(), "a good one, if not given"),
                                    optional("jacobian", boolean(), "also the derivatives of the rates"),
                                    optional("reduced", boolean(), "of the core of the system")}),
            .result = record("Exported", {{"language", text()},
                                          {"form", text()},
                                          {"file", text(), "a name for it"},
                                          {"text", text()},
                                          {"header", nullable(text()), "of the languages that have one"}}),
            .answer = exported};
}

}  // namespace anholon::serve
