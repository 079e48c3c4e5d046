#include "structure/multiplier/chetaev_bracket.hpp"

#include <algorithm>

#include "expr/operations.hpp"
#include "expr/simplify.hpp"
#include "structure/evidence/state_sampler.hpp"
#include "structure/multiplier/almost_poisson.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMostVariables = 8, kMostOperations = 600;  // of the bracket

// Why the motion is not ẋ = {x, H} with this bracket.
Reason outside(const Setting& s) {
    if (s.system.motion.axiom != Axiom::nonholonomic)
        return "the law of this model is not the nonholonomic one";
    if (s.has_nonlinear_constraints()) return "a constraint is not linear in the velocities";
    if (!s.system.functions_of_place().empty()) return "geometric constraints tie the coordinates";
    if (const Reason none = s.no_frame()) return none;
    Expr euler = -2 * s.T;
    for (const Expr& v : s.v) euler += v * derivative(s.T, v);
    if (!vanishes(euler) || !vanishes(derivative(s.L, s.t)))
        return "the kinetic energy is not a quadratic form, or time is in the Lagrangian";
    if (!std::ranges::all_of(s.Q.components(), [](const Expr& e) { return vanishes(e); }))
        return "there are forces without a potential";
    const ConstraintRows rows = constraint_rows(s.system);
    if (!std::ranges::all_of(rows.a0, [](const Expr& e) { return vanishes(e); }))
        return "a constraint is not homogeneous in the velocities";
    if (s.q.size() + s.frame().l() > kMostVariables) return "the system has too many variables";
    return std::nullopt;
}

}  // namespace

ChetaevBracket chetaev_bracket(const Setting& s, const Budget& budget) {
    ChetaevBracket out;
    if (const Reason why = outside(s)) {
        out.reason = *why;
        return out;
    }
    const ConstrainedInertia inertia = constrained_inertia(s);
    if (!inertia.is_regular) {
        out.reason = "the kinetic energy is degenerate";
        return out;
    }
    const AlmostPoisson bracket(s, inertia);
    for (const VanishingVerdict& one :
         vanish(s, bracket.equations_residuals(), StateSampler::At::motion, Parameters::free, budget))
        if (out.error_bound += one.error_bound; one.answer != Answer::yes) {
            out.reason = one.answer == Answer::no ? "the motion is not that of this bracket" : one.reason;
            return out;
        }
    out.x = s.q;
    out.x.insert(out.x.end(), bracket.y().begin(), bracket.y().end());
    out.H = bracket.H();
    const std::size_t n = out.x.size();
    out.J = Matrix(s.c, n, n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j) {
            budget.check();
            out.J(i, j) = simplified(bracket.bracket(out.x[i], out.x[j]));
            out.J(j, i) = -out.J(i, j);
        }
    if (operations(out.J.entries()).total() > kMostOperations) {
        out.reason = "the bracket is too long";
        return out;
    }
    const JacobiIdentity jacobi = jacobi_identity(out.x, out.J, budget);
    out.is_poisson = jacobi.holds;
    out.reason = jacobi.reason;
    out.error_bound += jacobi.error_bound;
    if (jacobi.holds == Answer::no)
        for (const std::size_t i : jacobi.failing) out.failing.push_back(out.x[i]);
    return out;
}

}  // namespace anholon
