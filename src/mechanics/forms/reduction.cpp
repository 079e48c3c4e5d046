#include "mechanics/forms/reduction.hpp"

#include <algorithm>

#include "expr/dependence.hpp"
#include "expr/introduce.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

std::vector<std::size_t> cyclic_displacements(const Setting& s) {
    if (s.system.motion.axiom != Axiom::nonholonomic || s.no_frame()) return {};
    const AdaptedFrame& X = s.frame();
    const Substitution zero = X.on_constraints();
    const auto commutes = [&](std::size_t sigma) {
        return std::ranges::all_of(indices(0, X.l()), [&](std::size_t k) {
            return std::ranges::all_of(X.bracket(sigma, k), vanishes);
        });
    };
    std::vector<std::size_t> cyclic;
    std::vector<Expr> functions = s.system.Q;
    functions.push_back(s.L_in_frame());
    const std::vector<Expr> jumps = jump_arguments(functions);
    const auto keeps_jumps = [&](std::size_t k) {
        return std::ranges::all_of(jumps, [&](const Expr& u) { return vanishes(X.apply(k, u)); });
    };
    for (const std::size_t k : X.free_indices())
        if (keeps_jumps(k) && vanishes(substitute(X.apply(k, s.L_in_frame()), zero)) &&
            vanishes(substitute(X.force(k), zero)) && commutes(k))
            cyclic.push_back(k);
    return cyclic;
}

Reason no_energy_integral(const Setting& s) {
    if (Reason why = needs_frame(s)) return why;
    const AdaptedFrame& X = s.frame();
    const Substitution zero = X.on_constraints();
    Substitution at_rest;
    for (const Expr& e : X.eta()) at_rest.emplace_back(e, s.c.zero());
    const bool is_homogeneous = std::ranges::all_of(
        X.velocities(), [&](const auto& v) { return vanishes(substitute(v.second, at_rest)); });
    if (!is_homogeneous) return "the constraints or quasi-velocities are not homogeneous in the velocities";
    for (const std::size_t k : X.free_indices()) {
        if (!std::ranges::all_of(X.bracket(0, k), vanishes)) return "the constraints depend on time";
        if (!vanishes(substitute(X.force(k), zero))) return "some forces have no potential";
    }
    if (!vanishes(X.apply(0, s.L_in_frame()))) return "the Lagrangian depends on time";
    return std::nullopt;
}

Expr energy_constant(const Setting& s) { return introduced(s.c, "h", SymbolKind::constant, "energy"); }

Reason needs_energy_reduction(const Setting& s) {
    if (Reason why = no_energy_integral(s)) return why;
    const AdaptedFrame& X = s.frame();
    if (!is_quadratic(s.L_in_frame(), X.eta())) return "the Lagrangian is not quadratic in the velocities";
    if (X.l() < 2) return "one degree of freedom: the energy integral leaves nothing but a quadrature";
    return std::nullopt;
}

}  // namespace anholon
