#include "structure/measure/liouville.hpp"

#include <algorithm>

#include "expr/linear.hpp"
#include "expr/simplify.hpp"
#include "structure/integrals/energy.hpp"

namespace anholon {

namespace {

using At = StateSampler::At;

Reason outside_hypotheses(const Setting& s) {
    if (s.on_algebra()) return "the system is stated on a Lie algebra";
    for (const Constraint& k : s.system.constraints)
        if (k.kind == Constraint::Kind::geometric) return "coordinates are redundant";
    std::vector<Expr> all{s.L};
    for (const Constraint& k : s.system.constraints) all.push_back(k.residual);
    for (const Expr& force : s.Q) all.push_back(force);
    for (const Expr& e : all)
        if (!vanishes(derivative(e, s.t))) return "the system depends on time";
    return std::nullopt;
}

// Q − ∂R/∂q̇ with R = (N/2) Σ f² of the viscous realisation.
std::vector<Expr> forces(const Setting& s) {
    std::vector<Expr> Q(s.Q.begin(), s.Q.end());
    if (s.system.motion.axiom != Axiom::viscous) return Q;
    for (const Constraint& k : s.system.constraints) {
        const std::vector<Expr> slope = gradient(pow(k.residual, 2), s.v);
        for (std::size_t i = 0; i < Q.size(); ++i) Q[i] -= s.system.motion.stiffness / 2 * slope[i];
    }
    return Q;
}

InvariantMeasure not_decided(const std::string& reason) { return {.reason = reason}; }

InvariantMeasure kept(const Setting& s, const Matrix& M, double error_bound, Parameters valid) {
    // A constant factor says nothing.
    const Expr density = simplified(determinant(M));
    const bool is_constant = std::ranges::all_of(gradient(density, s.q), vanishes);
    return {.verdict = MeasureVerdict::measure,
            .ground = InvariantMeasure::Ground::liouville,
            .density = is_constant ? s.c.one() : density,
            .density_in_momenta = s.c.one(),
            .coordinates = {s.q.begin(), s.q.end()},
            .velocities = {s.v.begin(), s.v.end()},
            .valid = valid,
            .error_bound = error_bound};
}

InvariantMeasure not_kept(Expr divergence) {
    return {.verdict = MeasureVerdict::none,
            .ground = InvariantMeasure::Ground::divergence,
            .divergence = simplified(divergence)};
}

// Free motion, friction, added mass.
InvariantMeasure of_free_velocities(const Setting& s, const Budget& budget) {
    const Matrix M = hessian(moving_lagrangian(s), s.v);
    for (const Expr& e : M.entries())
        if (!std::ranges::all_of(gradient(e, s.v), vanishes))
            return not_decided("the Lagrangian is not quadratic in the velocities");
    const InverseResult inverted = inverse(M);
    if (inverted.outcome != InverseResult::Outcome::regular) return not_decided("the inertia is degenerate");
    const std::vector<Expr> Q = forces(s);
    Expr divergence = s.c.zero();
    for (std::size_t i = 0; i < s.n(); ++i)
        for (std::size_t j = 0; j < s.n(); ++j)
            divergence += inverted.inverse(i, j) * derivative(Q[i], s.v[j]);
    if (!std::ranges::all_of(gradient(divergence, s.v), vanishes))
        return not_decided("a force is not linear in the velocities");
    for (const Parameters parameters : {Parameters::free, Parameters::stated}) {
        const auto zero = vanish(s, {divergence}, At::states, parameters, budget)[0];
        if (zero.answer == Answer::unknown) return not_decided(zero.reason);
        if (zero.answer == Answer::yes) return kept(s, M, zero.error_bound, parameters);
    }
    return not_kept(divergence);
}

InvariantMeasure of_vakonomic(const Setting& s, const Budget& budget) {
    if (!std::ranges::all_of(s.Q, vanishes)) return not_decided("some forces have no potential");
    Expr L = s.L;
    for (std::size_t k = 0; k < s.system.constraints.size(); ++k)
        L -= s.system.multipliers[k] * s.system.constraints[k].residual;
    std::vector<Expr> residuals;
    for (std::size_t i = 0; i < s.n(); ++i)
        residuals.push_back(Dt(derivative(L, s.v[i])) - derivative(L, s.q[i]));
    double error = 0;
    for (const auto& v : vanish(s, residuals, At::motion, Parameters::free, budget)) {
        if (v.answer != Answer::yes)
            return not_decided("Hamilton's equations could not be derived: " + v.reason);
        error = std::max(error, v.error_bound);
    }
    return {.verdict = MeasureVerdict::measure,
            .ground = InvariantMeasure::Ground::hamilton,
            .density_in_momenta = s.c.one(),
            .coordinates = {s.q.begin(), s.q.end()},
            .momenta = gradient(L, s.v),
            .error_bound = error};
}

}  // namespace

std::optional<InvariantMeasure> liouville_measure(const Setting& s, const Budget& budget) {
    const Axiom axiom = s.system.motion.axiom;
    const bool is_free = axiom == Axiom::free || axiom == Axiom::viscous || axiom == Axiom::added_mass;
    if (!is_free && axiom != Axiom::vakonomic) return std::nullopt;
    if (const Reason why = outside_hypotheses(s)) return not_decided(*why);
    return is_free ? of_free_velocities(s, budget) : of_vakonomic(s, budget);
}

}  // namespace anholon
