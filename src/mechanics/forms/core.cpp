#include "mechanics/forms/core.hpp"

#include <algorithm>

#include "mechanics/axial_invariants.hpp"
#include "mechanics/direction_cosines.hpp"
#include "mechanics/forms/core_search.hpp"
#include "mechanics/forms/influence.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

namespace {

// Coordinates that geometric constraints give as functions of others, such as the height of a mass centre.
Substitution solved_for(const System& system, std::span<const Expr> coordinates) {
    Substitution out;
    for (const Constraint& k : system.constraints) {
        if (k.kind != Constraint::Kind::geometric) continue;
        const Expr f = substitute(k.residual, out);
        for (const Expr& x : coordinates) {
            const Expr slope = derivative(f, x);
            if (!slope.is_number() || slope.number().is_zero()) continue;
            out.emplace_back(x, x - f / slope.number());
            break;
        }
    }
    return out;
}

}  // namespace

Substitution Core::Relative::in_p() const {
    const std::array<Expr, 4> q = product(to, p);
    Substitution out;
    for (std::size_t i = 0; i < 4; ++i) out.emplace_back(quaternion[i], q[i]);
    return out;
}

std::optional<std::vector<Expr>> Core::written(std::span<const Expr> functions) const {
    Substitution on_constraints;
    const std::vector<Expr> v = system->velocities();
    for (std::size_t i = 0; i < v.size(); ++i)
        if (v[i] != velocities[i]) on_constraints.emplace_back(v[i], velocities[i]);
    std::vector<Expr> all(functions.begin(), functions.end());
    Substitution definitions_of_replaced;
    for (const QuasiVelocity& eta : replaced)
        definitions_of_replaced.emplace_back(eta.symbol, eta.definition);
    all = substitute(all, definitions_of_replaced);
    all = substitute(all, on_constraints);
    // What counts from a coordinate moves with it; the coordinate itself may follow from a constraint, or must not matter.
    std::vector<Expr> own = rest;
    for (const Shift& shift : shifts) {
        Substitution moved;
        for (std::size_t k = 1; k < shift.together.size(); ++k) {
            moved.emplace_back(shift.together[k], shift.together[0] + shift.counted[k].second);
            std::erase(own, shift.together[k]);
        }
        all = substitute(all, moved);
    }
    all = substitute(all, solved_for(*system, own));
    for (const Shift& shift : shifts)
        if (holds(all, shift.together[0]) && !drop(all, shift.together[0])) return std::nullopt;
    for (const Relative& relative : relatives) all = substitute(all, relative.in_p());
    for (const Axis& axis : axes) {
        const DirectionCosines a(*system, axis.quaternion);
        auto cosines = a.written(all);
        if (!cosines) return std::nullopt;
        cosines = substitute(*cosines, axis.positions);
        cosines = axial_invariants(*cosines, a.rows_about(axis.number));
        if (!cosines) return std::nullopt;
        all = std::move(*cosines);
    }
    for (const auto& q : absent)
        if (!drop(all, q)) return std::nullopt;
    for (const Expr& q : rest)
        if (holds(all, q) && !drop(all, q)) return std::nullopt;
    return all;
}

Reason no_core(const Setting& s) {
    if (!s.system.states.empty()) return "the model has states of controllers";
    if (!s.system.frictions.empty()) return "the model has dry friction";
    return needs_coordinates_and_frame(s);
}

Core core_of(const Setting& s) {
    Core best = core_in_free_velocities(s);
    if (!best.relatives.empty()) return best;
    for (const auto& q : unit_quaternions(s.system)) {
        const auto is_place = [&](const Core::Place& p) { return p.symbol == q[0]; };
        const bool has_position = !best.axes.empty() && !best.axes[0].positions.empty();
        if (!has_position && std::ranges::none_of(best.places, is_place)) continue;
        for (const OmegaAxes axes : {OmegaAxes::body, OmegaAxes::space}) {
            auto core = core_in_angular_velocity(s.system, q, axes);
            if (core && core->size() < best.size()) best = std::move(*core);
        }
    }
    return best;
}

std::optional<Core> core_in_body_axes(const Setting& s) {
    const auto attitudes = unit_quaternions(s.system);
    if (attitudes.size() != 1) return std::nullopt;
    auto core = core_in_angular_velocity(s.system, attitudes[0], OmegaAxes::body);
    return core && core->axes.size() == 1 ? std::move(core) : std::nullopt;
}

}  // namespace anholon
