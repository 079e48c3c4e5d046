#include "request/reduced.hpp"

#include <algorithm>

#include "expr/enclosure.hpp"
#include "model/state/least_movement.hpp"
#include "model/state/parameter_values.hpp"
#include "motion/exported.hpp"

namespace anholon::request {

namespace {

constexpr long precision = 128;

// The core's variables at the initial state of the full system.
std::vector<InitialValue> initial_values(const Core& core, const System& full, const System& reduced,
                                         const InitialStateOptions& start) {
    const auto state = initial_state(full, start).state;
    if (!state) return {};
    Point at = parameter_point(full, start);
    at.emplace_back(full.t, Rational(0));
    for (const auto* list : {&state->q, &state->v})
        for (const InitialVariable& x : *list) at.emplace_back(x.symbol, rational(x.value));
    std::vector<Expr> symbols = reduced.q(), values;
    for (const Expr& q : symbols) {
        const auto place = std::ranges::find(core.places, q, &Core::Place::symbol);
        values.push_back(place == core.places.end() ? q : place->value);
    }
    symbols.insert(symbols.end(), core.eta.begin(), core.eta.end());
    values.insert(values.end(), core.definitions.begin(), core.definitions.end());
    std::vector<InitialValue> out;
    for (std::size_t k = 0; k < symbols.size(); ++k) {
        const Ball value = enclosure(values[k], at, precision);
        if (value.is_finite()) out.push_back({symbols[k], full.c().number(rational(value.midpoint())), {}});
    }
    return out;
}

CoreCoordinates coordinates_of(const Core& core) {
    CoreCoordinates out{.places = {}, .rest = core.rest, .attitudes = core.absent};
    for (const Core::Place& place : core.places) out.places.emplace_back(place.symbol, place.value);
    for (const Core::Axis& axis : core.axes) out.attitudes.push_back(axis.quaternion);
    for (const Core::Relative& relative : core.relatives) out.attitudes.push_back(relative.quaternion);
    return out;
}

}  // namespace

Reduced reduced(const System& full, Rest rest, const InitialStateOptions& start) {
    if (full.motion.axiom != Axiom::nonholonomic)
        return {full, "its law of motion is not the nonholonomic one"};
    const Setting setting(full, regular_velocities(full));
    if (const Reason why = no_core(setting)) return {full, why};
    const Core core = core_of(setting);
    if (!core.is_smaller()) return {full, "no coordinate was found that influences nothing"};
    std::optional<System> system = as_system(core, rest);
    if (!system) return {full, "its kinetic energy depends on coordinates that do not influence the motion"};
    system->init = initial_values(core, full, *system, start);
    const bool is_unwatched = system->guards.size() < full.guards.size();
    return {std::move(*system), std::nullopt, is_unwatched, coordinates_of(core)};
}

}  // namespace anholon::request
