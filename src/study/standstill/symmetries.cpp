#include "study/standstill/symmetries.hpp"

#include <algorithm>

namespace anholon {

namespace {

// A symmetry that the constraints allow as a displacement, L itself unchanged and no work done by the forces: its momentum is
// constant (Noether).
bool has_integral(const AffineField& field, const Setting& s) {
    const Substitution zeros = vanishing(constant_values(s.system));
    const auto vanishes = [&](Expr e) {
        return is_zero_modulo_primes(substitute(e, zeros)).answer == Answer::yes;
    };
    if (!field.keeps_L() || s.system.motion.axiom != Axiom::nonholonomic) return false;
    const std::vector<Expr> xi = components(field, s), dv = velocity_components(field, s);
    const std::vector<Expr> f = s.velocity_constraints();
    return vanishes(dot(gradient(s.L, s.q), xi) + dot(gradient(s.L, s.v), dv)) &&
           vanishes(dot(s.Q.components(), xi)) &&
           std::ranges::all_of(f, [&](Expr fk) { return vanishes(dot(gradient(fk, s.v), xi)); });
}

// The orbits of the fields that keep L, in the phase space (q, q̇) on the constraints.
std::optional<Symmetries::Reduction> reduction_by(const AffineSymmetries& found, const Setting& s) {
    std::vector<const AffineField*> group;
    for (const AffineField& field : found.fields)
        if (field.keeps_L()) group.push_back(&field);
    if (group.empty()) return std::nullopt;
    Matrix rows(s.c, group.size(), 2 * s.n());
    for (std::size_t k = 0; k < group.size(); ++k) {
        const std::vector<Expr> xi = components(*group[k], s), dv = velocity_components(*group[k], s);
        for (std::size_t i = 0; i < s.n(); ++i) {
            rows(k, i) = xi[i];
            rows(k, s.n() + i) = dv[i];
        }
    }
    const auto orbits = rank(rows).rank;
    std::size_t space = 2 * s.n();
    for (const Constraint& c : s.system.constraints) space -= c.kind == Constraint::Kind::geometric ? 2 : 1;
    const Axiom axiom = s.system.motion.axiom;
    if (!orbits || (axiom != Axiom::nonholonomic && axiom != Axiom::servo_force) || *orbits > space)
        return std::nullopt;
    return Symmetries::Reduction{group.size(), space, space - *orbits};
}

}  // namespace

Symmetries symmetries_of(const Setting& s, const Budget& budget) {
    using enum SymmetriesVerdict;
    Symmetries found{.fields = affine_symmetries(s, budget),
                     .discrete = involutions(s, budget),
                     .variables = involution_variables(s)};
    if (!found.discrete.outside) found.verdict = found.is_reversible() ? reversible : no_reversal;
    for (const AffineField& field : found.fields.fields)
        found.momentum_is_integral.push_back(has_integral(field, s));
    found.reduction = reduction_by(found.fields, s);
    return found;
}

}  // namespace anholon
