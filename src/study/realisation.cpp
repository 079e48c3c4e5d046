#include "study/realisation.hpp"

#include <algorithm>

#include "expr/derivative.hpp"
#include "expr/introduce.hpp"

namespace anholon {

namespace {

// Q_i + Σ_μ factor_μ ∂f_μ/∂q̇_i over the velocity constraints.
void add_forces_along_constraints(System& system, const std::vector<Expr>& factors) {
    const std::vector<Expr> v = system.velocities();
    system.Q.resize(v.size(), system.c().zero());
    for (std::size_t k = 0; k < system.constraints.size(); ++k) {
        const Constraint& f = system.constraints[k];
        if (f.kind == Constraint::Kind::geometric) continue;
        const std::vector<Expr> a = gradient(f.residual, v);
        for (std::size_t i = 0; i < v.size(); ++i) system.Q[i] += factors[k] * a[i];
    }
}

}  // namespace

System under(const System& system, Axiom axiom) {
    System out = system;
    out.motion = {.axiom = axiom, .directions = {}, .momenta = {}, .stiffness = {}, .span = {}};
    out.expectations.clear();
    // Multipliers that move start from 0, whatever the model says of its own.
    std::erase_if(out.init, [&](const InitialValue& x) {
        return std::ranges::find(out.multipliers, x.symbol) != out.multipliers.end();
    });
    return out;
}

System realised(const System& system, Realisation how, const Expr& N, const Expr& mu) {
    System out = under(system, how == Realisation::viscous ? Axiom::viscous : Axiom::added_mass);
    out.motion.stiffness = N;
    if (how != Realisation::mixed) return out;
    std::vector<Expr> friction;
    for (const Constraint& f : out.constraints) friction.push_back(-mu * N * f.residual);
    add_forces_along_constraints(out, friction);
    out.bodies.clear();  // their forces are no longer all of Q
    return out;
}

System mixed_limit(const System& system, const Expr& mu) {
    System out = under(system, Axiom::vakonomic);
    std::vector<Expr> drag;
    for (const Expr& lambda : out.multipliers) drag.push_back(mu * lambda);
    add_forces_along_constraints(out, drag);
    out.bodies.clear();
    return out;
}

Expr add_parameter(System& system, const std::string& name, const Rational& value) {
    Context& c = system.c();
    const Expr symbol = introduced(c, name, SymbolKind::constant, "a limit");
    system.parameters.push_back({.symbol = symbol,
                                 .value = value,
                                 .exact = c.number(value),
                                 .scale = c.one(),
                                 .range = std::nullopt,
                                 .unit = {},
                                 .description = {},
                                 .span = {}});
    return symbol;
}

}  // namespace anholon
