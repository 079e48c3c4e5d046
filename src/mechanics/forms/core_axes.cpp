#include <algorithm>

#include "expr/introduce.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "mechanics/direction_cosines.hpp"
#include "mechanics/forms/core_search.hpp"
#include "mechanics/forms/influence.hpp"
#include "mechanics/letters.hpp"
#include "model/space/attitude.hpp"

namespace anholon {

namespace {

Expr quasi_velocity(const System& system, const Expr& definition, const std::string& name,
                    std::size_t place) {
    for (const QuasiVelocity& eta : system.quasi)
        if (eta.definition == definition) return eta.symbol;
    return letter_for(system, definition, name, "angular velocity", place);
}

// Base velocities in axes of the body, where they are in axes of space: Ω = R ω.
void use_base_in_body_axes(System& system, const std::array<Expr, 4>& q) {
    Context& c = system.c();
    BaseVelocities& base = system.base;
    const Attitude axes = Attitude::of_quaternion(q);
    Vector3 Omega, omega;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto own = std::ranges::find(base.definitions, axes.Omega[i], &std::pair<Expr, Expr>::second);
        if (own == base.definitions.end()) return;
        Omega[i] = own->first;
        omega[i] = introduced(c, prefix_of(q) + "base_w" + std::to_string(i + 1), SymbolKind::variable,
                              "base velocity", i);
    }
    const Vector3 seen = axes.seen(Omega), in_space = axes.in_space(omega);
    Substitution turned;
    for (std::size_t i = 0; i < 3; ++i) {
        turned.emplace_back(seen[i], omega[i]);
        turned.emplace_back(Omega[i], in_space[i]);
    }
    const auto turn = [&](Vector3& v) {
        const std::vector<Expr> out = substitute(v, turned);
        v = {out[0], out[1], out[2]};
    };
    for (RigidBody& body : system.bodies)
        for (Vector3* v : {&body.velocity, &body.omega, &body.turning}) turn(*v);
    for (BaseVelocities::Contact& contact : base.contacts)
        for (BaseVelocities::Form& f : contact.forms) f.form = substitute(f.form, turned);
    for (BaseVelocities::Named& one : base.named) one.rate = substitute(one.rate, turned);
    for (auto& [u, definition] : base.definitions)
        for (std::size_t i = 0; i < 3; ++i)
            if (u == Omega[i]) {
                u = omega[i];
                definition = axes.omega[i];
            }
    Expr length = c.zero();
    for (const Expr& component : q) length += component * dot(component);
    const auto grows =
        std::ranges::find(base.definitions, Rational(2) * length, &std::pair<Expr, Expr>::second);
    const auto rates = quaternion_rates(q, omega, OmegaAxes::body, grows->first);
    for (auto& [rate, in_base] : base.rates)
        for (std::size_t i = 0; i < 4; ++i)
            if (rate == dot(q[i])) in_base = rates[i];
}

// Whether velocities stand in it, and none but those of the attitude.
bool is_of_attitude(const Expr& e, const std::array<Expr, 4>& q) {
    bool turns = false;
    for (const Expr& x : symbols_of(e)) {
        if (x.symbol().kind != SymbolKind::variable || x.symbol().dots == 0) continue;
        if (std::ranges::none_of(q, [&](const Expr& component) { return dot(component) == x; })) return false;
        turns = true;
    }
    return turns;
}

// Rates that no constraint ties, such as those of joints; where the system states no quasi-velocities, they are free.
std::vector<QuasiVelocity> untied_rates(const System& system) {
    std::vector<Expr> residuals;
    for (const Constraint& k : system.constraints)
        residuals.push_back(k.kind == Constraint::Kind::geometric ? time_derivative(k.residual) : k.residual);
    std::vector<QuasiVelocity> out;
    for (const Coordinate& x : system.coordinates)
        if (const Expr rate = dot(x.symbol); !holds(residuals, rate)) out.push_back({rate, rate, {}});
    return out;
}

struct Restated {
    System system;
    std::vector<Constraint> aside;
    std::vector<Expr> multipliers;  // of these
};
std::optional<Restated> restated(const System& stated, const std::array<Expr, 4>& q, OmegaAxes axes) {
    // So that letters stand in one order, whatever was asked before.
    const DirectionCosines letters(stated, q);
    Restated out{stated, {}, {}};
    const Attitude attitude = Attitude::of_quaternion(q);
    const Vector3& omega = axes == OmegaAxes::body ? attitude.omega : attitude.Omega;
    const std::string prefix = prefix_of(q);
    out.system.quasi.clear();
    for (std::size_t i = 0; i < 3; ++i) {
        const std::string name =
            prefix + "w" + (axes == OmegaAxes::body ? std::to_string(i + 1) : std::string(1, "xyz"[i]));
        out.system.quasi.push_back({quasi_velocity(stated, omega[i], name, i), omega[i], {}});
    }
    for (const QuasiVelocity& eta : stated.quasi.empty() ? untied_rates(stated) : stated.quasi)
        if (!is_of_attitude(eta.definition, q)) out.system.quasi.push_back(eta);
    out.system.constraints.clear();
    out.system.multipliers.clear();
    for (std::size_t k = 0; k < stated.constraints.size(); ++k) {
        const Constraint& constraint = stated.constraints[k];
        const bool is_aside =
            constraint.kind == Constraint::Kind::linear && is_of_attitude(constraint.residual, q);
        (is_aside ? out.aside : out.system.constraints).push_back(constraint);
        if (k < stated.multipliers.size())
            (is_aside ? out.multipliers : out.system.multipliers).push_back(stated.multipliers[k]);
    }
    if (axes == OmegaAxes::body) use_base_in_body_axes(out.system, q);
    const bool is_frame =
        out.system.quasi.size() + out.system.constraints.size() == stated.coordinates.size();
    return is_frame ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace

std::optional<Core> core_in_angular_velocity(const System& stated, const std::array<Expr, 4>& q,
                                             OmegaAxes axes) {
    const auto other = restated(stated, q, axes);
    if (!other) return std::nullopt;
    const Setting s(other->system);
    if (no_core(s) || s.no_frame_of_bodies()) return std::nullopt;
    std::vector<Expr> residuals;
    for (const Constraint& k : other->aside) residuals.push_back(k.residual);
    Core core = core_in_free_velocities(s, residuals);
    for (const QuasiVelocity& eta : stated.quasi)
        if (std::ranges::find(core.eta, eta.symbol) == core.eta.end()) core.replaced.push_back(eta);
    core.multipliers = other->multipliers;
    for (std::size_t k = 0; k < residuals.size(); ++k) {
        core.constraints.push_back(other->aside[k]);
        core.constraints.back().residual = simplified(core.others[k]);
    }
    return core;
}

}  // namespace anholon
