#include <algorithm>

#include "model/fork.hpp"
#include "model/refusal.hpp"
#include "model/state/initial_state.hpp"
#include "serve/asks.hpp"
#include "serve/model_names.hpp"
#include "syntax/format.hpp"

// A model's text: its mistakes, its names, its layout.

namespace anholon::serve {

namespace {

Json diagnostics_of(const Diagnostics& said, const Source& source) {
    Json::Array out;
    for (const Diagnostic& d : said.all()) out.push_back(told(d, &source));
    return Json::array(std::move(out));
}

Json with_mistakes(const Refusal& refusal) {
    return Json::object({{"ok", false},
                         {"diagnostics", diagnostics_of(refusal.diagnostics, *refusal.source)},
                         {"name", ""},
                         {"description", ""},
                         {"symbols", Json::array({})},
                         {"parameters", Json::array({})},
                         {"state", Json::array({})},
                         {"experiments", Json::array({})},
                         {"studies", Json::array({})},
                         {"default", Json()},
                         {"constraints", Json()},
                         {"degrees", Json()}});
}

std::size_t count(const System& system, Constraint::Kind kind) {
    return static_cast<std::size_t>(std::ranges::count(system.constraints, kind, &Constraint::kind));
}

// How long the model's own motion lasts.
Json duration(const System& system) {
    const auto own = std::ranges::find(system.experiments, "default", &Experiment::name);
    const bool has_own = own != system.experiments.end();
    return Json::object(
        {{"until", has_own ? own->until.to_double() : 10.0},
         {"every", has_own && !own->every.is_zero() ? Json(own->every.to_double()) : Json()}});
}

Json studies(const System& system) {
    Json::Array out;
    for (const Experiment& e : system.experiments)
        for (const Experiment::Study& s : e.studies)
            out.push_back(Json::object(
                {{"experiment", e.name}, {"study", s.study}, {"option", s.option}, {"value", s.value}}));
    return Json::array(std::move(out));
}

Json checked(const FrozenModel& model) {
    const System system = fork(model.system);
    Diagnostics said = model.said;
    if (const auto failure = initial_state(system).failure) {
        Diagnostic d = anholon::told(*failure);
        d.severity = Severity::warning;
        said.add(std::move(d));
    }
    Json::Array experiments;
    for (const Experiment& e : system.experiments) experiments.emplace_back(e.name);
    return Json::object(
        {{"ok", true},
         {"diagnostics", diagnostics_of(said, model.source)},
         {"name", system.name},
         {"description", system.description},
         {"symbols", symbols(system, model.source)},
         {"parameters", parameters(system)},
         {"state", state(system)},
         {"experiments", Json::array(std::move(experiments))},
         {"studies", studies(system)},
         {"default", duration(system)},
         {"constraints", Json::object({{"geometric", count(system, Constraint::Kind::geometric)},
                                       {"linear", count(system, Constraint::Kind::linear)},
                                       {"nonlinear", count(system, Constraint::Kind::nonlinear)}})},
         {"degrees",
          system.velocities().size() - std::min(system.velocities().size(), system.constraints.size())}});
}

}  // namespace

Ask ask_check() {
    const Type constraints =
        record({{"geometric", integer()}, {"linear", integer()}, {"nonlinear", integer()}});
    const Type study = record(
        "StudyWord", {{"experiment", text()}, {"study", text()}, {"option", text()}, {"value", text()}});
    return {
        .name = "check",
        .about = "The mistakes of a model's text, or its names and values; mistakes do not make it fail",
        .fields = model_fields(),
        .result = record("CheckResult",
                         {{"ok", boolean()},
                          {"diagnostics", list(diagnostic_type())},
                          {"name", text()},
                          {"description", text()},
                          {"symbols", list(symbol_type())},
                          {"parameters", list(parameter_type())},
                          {"state", list(state_type())},
                          {"experiments", list(text())},
                          {"studies", list(study), "what the experiments say of studies"},
                          {"default", nullable(record({{"until", number()}, {"every", nullable(number())}})),
                           "of its own motion, in seconds"},
                          {"constraints", nullable(constraints), "how many of each kind"},
                          {"degrees", nullable(integer()), "of freedom"}}),
        .answer = [](Call& call) {
            try {
                return checked(*call.models.frozen(call.text("model_name", "model"), call.text("model")));
            } catch (const Refusal& refusal) {
                if (refusal.of != Refusal::Of::model || !refusal.source) throw;
                return with_mistakes(refusal);
            }
        }};
}

Ask ask_format() {
    return {.name = "format",
            .about = "A model's text in its canonical layout",
            .fields = model_fields(),
            .result = record("Text", {{"text", text()}}),
            .answer = [](Call& call) {
                const Source source = call.source();
                Diagnostics said;
                const auto text = syntax::formatted(source, said);
                if (!text) throw Refusal(said, source, Refusal::Of::model);
                return Json::object({{"text", *text}});
            }};
}

}  // namespace anholon::serve
