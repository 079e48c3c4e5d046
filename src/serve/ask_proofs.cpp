#include "model/fork.hpp"
#include "report/facts.hpp"
#include "report/verification.hpp"
#include "request/facts.hpp"
#include "request/model.hpp"
#include "request/verify.hpp"
#include "serve/asks.hpp"

// What is proved of a model: that its forms agree, and facts.

namespace anholon::serve {

namespace {

// The system of a request with some parameters as numbers, or its core.
System system_of(Call& call) {
    const std::vector<std::string> fixed = call.assignments("parameters");
    if (!call.flag("reduced") && fixed.empty()) return fork(call.model()->system);
    request::StatedModel other =
        request::stated(call.source(), {.parameters = fixed, .reduced = call.flag("reduced")});
    call.warn(other.said, other.source);
    return std::move(other.system);
}

Type form_verdict_type() {
    return record("FormVerdict", {{"form", text()},
                                  {"applicable", boolean()},
                                  {"reason", nullable(text()), "why it does not apply, or is not decided"},
                                  {"agrees", nullable(boolean()), "null: not decided"},
                                  {"proof", nullable(text())},
                                  {"error_bound", number()},
                                  {"difference", nullable(text()), "which acceleration differs, and where"},
                                  {"as_it_must_be", boolean()},
                                  {"seconds", number()}});
}

Type verification_type() {
    const Type model = record("ModelVerdict", {{"agrees", nullable(boolean())},
                                               {"states", integer()},
                                               {"reactions", integer()},
                                               {"worst", number()},
                                               {"reason", nullable(text())},
                                               {"difference", nullable(text())}});
    const Type expectation = record("ExpectationVerdict", {{"expect", text()},
                                                           {"holds", nullable(boolean())},
                                                           {"reason", nullable(text())},
                                                           {"restriction", nullable(text())},
                                                           {"proof", text()},
                                                           {"error_bound", number()}});
    const Type choice = record("Elimination", {{"eliminated", list(text())},
                                               {"applicable", boolean()},
                                               {"agrees", nullable(boolean())},
                                               {"difference", nullable(text())}});
    const Type eliminations =
        record("Eliminations", {{"choices", list(choice)},
                                {"impossible", integer(), "choices that the constraints do not allow"},
                                {"reason", nullable(text()), "why there is no list"}});
    return record("Verification",
                  {{"system", text()},
                   {"agree", nullable(boolean())},
                   {"forms", list(form_verdict_type())},
                   {"model", nullable(model), "against Newton and Euler, of a model with parts"},
                   {"expectations", list(expectation)},
                   {"inputs", list(text()), "held constant"},
                   {"seed", integer(), "of the random primes and points"},
                   optional("eliminations", eliminations, "where they were asked for")});
}

Json verified(Call& call) {
    const System system = system_of(call);
    request::Verify request{.title = system.name, .eliminations = call.flag("eliminations")};
    double done = 0;
    request.options.progress = [&](const EquationForm& form) {
        call.progress(done++, static_cast<double>(all_forms().size()), form.id);
    };
    request.options.verdict = [&](const FormVerdict& v) { call.row(request::as_json(v)); };
    return as_json(request::answer(request, call.source(), system));
}

Type fact_type() {
    return record("FactRow", {{"fact", text()},
                              {"title", text()},
                              {"verdict", text()},
                              {"answer", text(), "the same without numbers"},
                              {"statement", list(text())},
                              {"latex", list(text())},
                              {"proof", text()},
                              {"proof_kind", text()},
                              {"error_bound", number()},
                              {"results", anything(), "what was found: docs/concepts/facts.md"},
                              {"seconds", number()},
                              optional("reason", text(), "why it is not decided")});
}

Json facts_found(Call& call) {
    System system = system_of(call);
    const std::vector<std::string> names = call.texts("facts");
    const auto all = static_cast<double>(names.empty() ? request::fact_names().size() : names.size());
    double done = 0;
    constexpr double seconds_of_each = 30;
    return as_json(request::answer(
        request::Facts{.names = names,
                       .seconds = call.number("seconds_each").value_or(seconds_of_each),
                       .at = call.assignments("at"),
                       .fixed = call.assignments("parameters"),
                       .progress = [&](const std::string& fact) { call.progress(done++, all, fact); },
                       .answered =
                           [&](const request::Facts::Entry& entry) {
                               const Json row = as_json(request::FactsFound{"", {entry}});
                               call.row(std::get<Json::Array>(row.value()).front());
                           }},
        system));
}

}  // namespace

Ask ask_verify() {
    return {
        .name = "verify",
        .about = "Whether all forms of the equations agree, and what the model expects holds",
        .fields = model_fields({optional("eliminations", boolean(),
                                         "also the forbidden form by every choice of eliminated velocities"),
                                optional("reduced", boolean(), "of the core of the system")}),
        .result = verification_type(),
        .row = form_verdict_type(),
        .answer = verified};
}

Ask ask_facts() {
    return {
        .name = "facts",
        .about = "Questions about the system that are answered without integrating it",
        .fields = model_fields(
            {optional("facts", list(text()), "ids of questions; all of them if not given"),
             optional("seconds_each", number(), "of work for each; 30 if not given"),
             optional("parameters", map(value()), "that are numbers; the others stay symbols"),
             optional("at", map(value()), "coordinates of the point to examine instead of the initial state"),
             optional("reduced", boolean(), "of the core of the system")}),
        .result = list(fact_type()),
        .row = fact_type(),
        .answer = facts_found};
}

}  // namespace anholon::serve
