#include "base/words.hpp"
#include "report/linearisation.hpp"
#include "report/stability_region.hpp"
#include "report/symbolic_stability.hpp"
#include "request/export.hpp"
#include "request/linearize.hpp"
#include "request/model.hpp"
#include "request/symbolic_stability.hpp"
#include "serve/asks.hpp"

// Small motions near an equilibrium or a steady motion; equations as programs.

namespace anholon::serve {

namespace {

SimulationWords start_of(const Call& call) {
    return {.parameters = call.assignments("parameters"),
            .values = call.assignments("initial"),
            .experiment = call.text("experiment")};
}

// Of a region on a page, along each axis.
std::size_t points(const Call& call) {
    constexpr double usual = 101, most = 401;
    const double wanted = call.number("points").value_or(usual);
    if (!(wanted >= 2 && wanted <= most))
        throw Refusal(Refusal::Of::words, "region-points",
                      "a region on a page has 2 to 401 points along each axis");
    return static_cast<std::size_t>(wanted);
}

Json linearized(Call& call) {
    request::Linearize asked{.at = call.text("at") == "steady" ? Standstill::steady : Standstill::equilibrium,
                             .start = start_of(call),
                             .where = call.assignments("where"),
                             .critical = call.text("critical")};
    const bool in_letters = call.has("symbolic"), has_region = call.has("region");
    if ((asked.critical.empty() ? 0 : 1) + (in_letters ? 1 : 0) + (has_region ? 1 : 0) > 1)
        throw Refusal(Refusal::Of::words, "options-conflict",
                      "critical, symbolic and region are different questions", "one of them");
    if (call.flag("reduced") || !asked.critical.empty() || in_letters || has_region) {
        const request::StatedModel model = request::stated(
            call.source(), {.reduced = call.flag("reduced"), .words = &asked.start, .keeps_given = true});
        call.warn(model.said, model.source);
        const std::string& name = model.system.name;
        if (in_letters)
            return as_json(name, request::answer(request::StabilityInLetters{asked, call.text("symbolic")},
                                                 model.system));
        if (has_region)
            return as_json(
                name, request::answer(request::StabilityRegions{asked, call.text("region"), points(call)},
                                      model.system));
        return as_json(name, request::answer(asked, model.system));
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
         {"same_with_frozen_constraints", nullable(boolean()), "where the two were compared"},
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

Type condition_type() {
    return record("StabilityCondition", {{"name", text()},
                                         {"shown", text()},
                                         {"latex", nullable(text()), "where it is short enough"},
                                         {"factor", integer()},
                                         {"positive", text()},
                                         {"left", nullable(text())},
                                         {"right", nullable(text())},
                                         {"never", boolean(), "it holds for no values"},
                                         {"here", one_of({"holds", "violated", "boundary"})}});
}

Type symbolic_type() {
    const Type factor = record("CharacteristicFactor", {{"shown", text()},
                                                        {"latex", nullable(text())},
                                                        {"coefficients", list(text())},
                                                        {"multiplicity", integer()},
                                                        {"even", boolean()}});
    const Type signs = record({{"by_range", list(text())},
                               {"by_value", list(text())},
                               {"inertia", list(text())},
                               {"nonzero", list(text())}});
    const Type critical =
        record("CriticalLetter", {{"letter", text()}, {"condition", integer()}, {"values", list(number())}});
    return record("StabilityInLetters", {{"system", text()},
                                         {"at", one_of({"equilibrium", "steady"})},
                                         {"form", text()},
                                         {"state", map(text())},
                                         {"free", list(text()), "variables that stay letters"},
                                         {"values", map(number()), "of the letters, here"},
                                         {"variables", list(text())},
                                         {"matrix", list(list(text()))},
                                         {"zero_roots", integer()},
                                         {"family", integer()},
                                         {"factors", list(factor)},
                                         {"conditions", list(condition_type())},
                                         {"signs", signs},
                                         {"critical", list(critical)},
                                         {"holds_nowhere", boolean()},
                                         {"claim", text()},
                                         {"frozen_constraints", nullable(anything())},
                                         {"statement", list(text())},
                                         {"theorems", text(), "what is known beyond the linear equations"},
                                         {"potential", nullable(anything())},
                                         {"routh_lyapunov", nullable(anything())},
                                         {"here", record({{"verdict", text()}, {"reason", text()}})}});
}

Type region_type() {
    const Type axis = record(
        "RegionAxis",
        {{"name", text()}, {"unit", text()}, {"low", number()}, {"high", number()}, {"count", integer()}});
    const Type piece =
        record("BoundaryPiece",
               {{"condition", integer()}, {"from", tuple(number(), 2)}, {"to", tuple(number(), 2)}});
    const Type regime =
        one_of({"stable", "divergence", "flutter", "divergence and flutter", "not decided", "no standstill"});
    return record("StabilityRegion", {{"system", text()},
                                      {"x", axis},
                                      {"y", axis},
                                      {"regimes", list(list(regime)), "a row per value of y"},
                                      {"boundaries", list(piece)},
                                      {"conditions", symbolic_type()}});
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
             optional("symbolic", text(), "NAME,NAME,… or all: instead, conditions with these as letters"),
             optional("region", text(),
                      "A=LOW..HIGH,B=LOW..HIGH: instead, where in the plane of two letters it is stable"),
             optional("points", integer(), "of a region along each axis; 101 if not given"),
             optional("reduced", boolean(), "of the core of the system")}),
        .result = either({linearized_type(), critical_type(), symbolic_type(), region_type()}),
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
