#include "request/action.hpp"

#include <algorithm>

#include "mechanics/setting.hpp"
#include "model/state/parameter_values.hpp"
#include "request/method.hpp"
#include "request/words.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

Rational time_of(const std::string& text, const System& system, const Point& parameters) {
    const Source source("--until", text);
    Diagnostics said;
    const auto value = read_number(source, system, said, parameters, seconds());
    if (!value || said.failed()) throw Refusal(said, source);
    if (!(*value > Rational(0))) throw Refusal(Of::words, "time-bad", "--until takes a positive time");
    return *value;
}

}  // namespace

void refuse_without_variations(const System& system) {
    const Setting s(system);
    if (s.on_algebra())
        throw Refusal(Of::system, "action-on-algebra",
                      "the model is stated on a Lie algebra: its curves are varied in coordinates that it "
                      "does not have");
    if (!s.system.states.empty())
        throw Refusal(Of::system, "action-with-states",
                      "the model has states of controllers, which no principle of mechanics varies");
    if (s.system.motion.axiom == Axiom::added_mass)
        throw Refusal(
            Of::system, "action-added-mass",
            "the action of this law is that of L with the added mass, and it is free: 'motion free' "
            "with that Lagrangian asks the same");
    if (s.has_nonlinear_constraints())
        throw Refusal(Of::system, "action-nonlinear",
                      "a constraint is not linear in the velocities: how varied curves leave it depends on "
                      "accelerations, which this does not compute");
}

ActionFound answer(const Action& request, const System& system) {
    const Setting setting(system);
    refuse_without_variations(system);
    const InitialStateOptions start = read_initial_state(request.start, system);
    const Point parameters = parameter_point(system, start);
    FirstVariationOptions options;
    if (request.start.until) options.until = time_of(*request.start.until, system, parameters);
    if (request.harmonics) options.harmonics = count("--harmonics", *request.harmonics, 12);
    if (request.start.tolerance)
        options.run.tolerance = tolerance(*request.start.tolerance, system, parameters);
    if (!request.method_name.empty()) options.run.method = &method_named(request.method_name);
    const Flow flow(system, start);
    return {
        .found = first_variation(flow, options),
        .until = options.until.to_double(),
        .has_velocity_constraints = setting.has_velocity_constraints(),
        .has_forces = std::ranges::any_of(system.Q, [&](const Expr& Q) { return Q != system.c().zero(); })};
}

}  // namespace anholon::request
