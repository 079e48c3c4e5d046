#include <cmath>

#include "base/deadline.hpp"
#include "report/action.hpp"
#include "report/connect.hpp"
#include "report/path.hpp"
#include "report/quadrature.hpp"
#include "report/variations.hpp"
#include "request/model.hpp"
#include "serve/asks.hpp"

// One motion, or the motions between two places: by a quadrature, against a coordinate, with variations, as extremals.

namespace anholon::serve {

namespace {

SimulationWords start_of(const Call& call) {
    SimulationWords out{.parameters = call.assignments("parameters"),
                        .values = call.assignments("initial"),
                        .experiment = call.text("experiment")};
    out.until = call.word("until");
    out.every = call.word("every");
    out.tolerance = call.word("tolerance");
    return out;
}

request::StatedModel model_of(Call& call, SimulationWords& start) {
    request::StatedModel model = request::stated(call.source(), {.words = &start});
    call.warn(model.said, model.source);
    return model;
}

void warn(Call& call, const std::vector<request::Judgement>& judgements) {
    for (const request::Judgement& j : judgements) call.warn(j.code, j.message);
}

std::vector<Field> motion_fields(std::vector<Field> more) {
    more.push_back(optional("until", value(), "where the motion ends"));
    more.push_back(optional("tolerance", value(), "the relative error per step"));
    return start_fields(std::move(more));
}

Json by_quadrature(Call& call) {
    request::ByQuadrature asked{.start = start_of(call)};
    const request::StatedModel model = model_of(call, asked.start);
    return as_json(model.system.name, request::answer(asked, model.system));
}

// Asked after every step of a motion that has a row per step unless `every` is given.
std::function<bool(double)> heard(Call& call, double until) {
    constexpr std::size_t most = 100'000;  // rows in a message
    return [&call, until, steps = std::size_t{0}](double at) mutable {
        call.progress(std::abs(at), std::abs(until), "");
        Deadline::check();
        if (++steps > most && !call.has("every"))
            throw Refusal(Refusal::Of::words, "rows-many",
                          "the motion has more than 100000 steps, each a row of the answer",
                          "every: the distance of rows");
        return true;
    };
}

Json path_traced(Call& call) {
    request::TracePath asked{.by = call.text("by"), .start = start_of(call)};
    const request::StatedModel model = model_of(call, asked.start);
    asked.goes_on = heard(call, 0);
    const TracedPath found = request::answer(asked, model.system);
    warn(call, request::judged(found));
    return as_json(model.system.name, found);
}

Json varied(Call& call) {
    request::Variations asked{.tangents = call.texts("tangents"), .start = start_of(call)};
    const request::StatedModel model = model_of(call, asked.start);
    asked.goes_on = heard(call, read_simulation(asked.start, model.system).until);
    const VariedMotion found = request::answer(asked, model.system);
    warn(call, request::judged(found));
    return as_json(model.system.name, found);
}

Json action_along(Call& call) {
    request::Action asked{.start = start_of(call), .harmonics = call.word("harmonics")};
    const request::StatedModel model = model_of(call, asked.start);
    return as_json(model.system.name, request::answer(asked, model.system));
}

Json connected(Call& call) {
    constexpr double seconds = 30;  // for what the constraints keep constant
    request::Connect asked{.start = start_of(call),
                           .to = call.assignments("to"),
                           .time = call.word("in"),
                           .starts = call.word("starts"),
                           .seed = call.word("seed")};
    const request::StatedModel model = model_of(call, asked.start);
    return as_json(model.system.name, request::answer(asked, model.system, seconds));
}

Type kept_type() {
    return record("KeptAlong", {{"name", text()},
                                {"start", number()},
                                {"drift", number(), "relative to the lengths of the vectors"}});
}

Type stationarity_type() {
    return record("FirstVariation", {{"variations", integer()},
                                     {"largest", number()},
                                     {"bound", number()},
                                     {"vanishes", nullable(boolean()), "null: not told from the error"}});
}

}  // namespace

Ask ask_quadrature() {
    const Type formulas = record({{"unknown", text()}, {"is", text()}, {"equation", text()}});
    const Type equation = record(
        "LinearEquation", {{"unknown", text()}, {"is", text()}, {"slope", text()}, {"latex", formulas}});
    const Type integral =
        record("LinearIntegral", {{"name", text()},
                                  {"value", number()},
                                  {"change", number(), "the largest along a motion, relatively"}});
    return {.name = "quadrature",
            .about = "The motion by linear integrals and a quadrature",
            .fields = motion_fields({}),
            .result = record("ByQuadrature", {{"system", text()},
                                              {"variable", text()},
                                              {"equations", list(equation)},
                                              {"start", number()},
                                              {"rate", number()},
                                              {"motion", one_of({"oscillates", "steady", "passes"})},
                                              {"lower", nullable(number()), "a turning point"},
                                              {"upper", nullable(number())},
                                              {"period", nullable(number())},
                                              {"integrals", list(integral)},
                                              {"followed", number(), "the time of the motion"},
                                              {"missed", number(), "by which a period misses the start"},
                                              {"ended", nullable(text())},
                                              {"error_bound", number()}}),
            .answer = by_quadrature};
}

Ask ask_path() {
    return {
        .name = "path",
        .about = "A motion against a quasi-coordinate, by Whittaker's equations",
        .fields = motion_fields({optional("by", text(), "a free velocity, or a coordinate whose rate is one"),
                                 optional("every", value(), "the distance of rows")}),
        .result = record("TracedPath", {{"system", text()},
                                        {"velocity", text()},
                                        {"coordinate", nullable(text()), "that is the independent variable"},
                                        {"energy", number()},
                                        {"columns", list(text())},
                                        {"rows", list(list(number()))},
                                        {"difference_from_motion", number()},
                                        {"compared_until", nullable(number())},
                                        {"ended", nullable(text())},
                                        {"steps", integer()},
                                        {"method", text()},
                                        {"tolerance", number()}}),
        .answer = path_traced};
}

Ask ask_variations() {
    return {.name = "variations",
            .about = "The equations in variations along a motion, and what they keep",
            .fields = motion_fields(
                {optional("tangents", list(text()), "NAME=VALUE,...; one along each variable if not given"),
                 optional("every", value(), "the time between rows")}),
            .result = record("VariedMotion", {{"system", text()},
                                              {"variables", list(text())},
                                              {"start", list(list(number())), "the tangent vectors"},
                                              {"end", list(list(number()))},
                                              {"until", number()},
                                              {"bilinear", list(kept_type())},
                                              {"bilinear_is_invariant", boolean()},
                                              {"why_not", nullable(text())},
                                              {"linear", list(kept_type())},
                                              {"rows", list(list(number())), "t, x, the vectors"},
                                              {"ended", nullable(text())},
                                              {"steps", integer()},
                                              {"method", text()},
                                              {"tolerance", number()}}),
            .answer = varied};
}

Ask ask_action() {
    return {.name = "action",
            .about = "The action along a motion, and its first variations",
            .fields = motion_fields({optional("harmonics", value(), "of test variations; 3 if not given")}),
            .result = record("ActionAlong", {{"system", text()},
                                             {"until", number()},
                                             {"action", number()},
                                             {"coordinates", list(text())},
                                             {"harmonics", integer()},
                                             {"with_work_of_forces", boolean()},
                                             {"hoelder", stationarity_type()},
                                             {"hamilton", stationarity_type()},
                                             {"method", text()},
                                             {"tolerance", number()}}),
            .answer = action_along};
}

Ask ask_connect() {
    const Type conjugate = record("ConjugatePoint", {{"t", number()}, {"multiplicity", integer()}});
    const Type extremal = record("Extremal", {{"action", number()},
                                              {"length", nullable(number())},
                                              {"start", map(number())},
                                              {"end", map(number())},
                                              {"conjugate_points", list(conjugate)},
                                              {"end_is_conjugate", boolean()},
                                              {"is_of_family", boolean()},
                                              {"dimension", integer()},
                                              {"residual", number()},
                                              {"rounds", integer()}});
    return {.name = "connect",
            .about = "Extremals of the action from the initial place to another",
            .fields = motion_fields({{"to", map(value()), "coordinates at the end; the others are free"},
                                     optional("in", value(), "how long they take; 1 if not given"),
                                     optional("starts", value(), "guesses; 20 if not given"),
                                     optional("seed", value(), "of the guesses")}),
            .result = record("Connections", {{"system", text()},
                                             {"from", map(number())},
                                             {"to", map(number())},
                                             {"free", list(text())},
                                             {"time", number()},
                                             {"extremals", list(extremal), "the least action first"},
                                             {"starts", integer()},
                                             {"arrived", integer()},
                                             {"nearest", nullable(number())},
                                             {"method", text()},
                                             {"tolerance", number()}}),
            .answer = connected};
}

}  // namespace anholon::serve
