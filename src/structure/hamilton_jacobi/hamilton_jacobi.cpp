#include "structure/hamilton_jacobi/hamilton_jacobi.hpp"

#include <algorithm>

#include "expr/introduce.hpp"
#include "expr/linear.hpp"
#include "expr/simplify.hpp"
#include "mechanics/forms/writing.hpp"
#include "mechanics/points/generic_rank.hpp"
#include "structure/distribution/distribution.hpp"

namespace anholon {

Reason no_hamilton_jacobi(const Setting& s) {
    if (s.system.motion.axiom != Axiom::nonholonomic)
        return "the law of this model is neither holonomic nor nonholonomic mechanics";
    if (Reason why = needs_frame(s)) return why;
    if (s.q.empty()) return "the system has no coordinates on which S could depend";
    const AdaptedFrame& X = s.frame();
    if (X.l() == 0) return "no velocity is free";
    if (!is_quadratic(s.L_in_frame(), X.eta())) return "the Lagrangian is not quadratic in the velocities";
    const Substitution zero = X.on_constraints();
    for (const std::size_t k : X.free_indices())
        if (!vanishes(substitute(X.force(k), zero))) return "some forces have no potential";
    return std::nullopt;
}

HamiltonJacobi hamilton_jacobi(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const std::vector<Expr> free = X.free();
    const Expr Theta = substitute(s.L_in_frame(), X.on_constraints());
    HamiltonJacobi out;
    out.y = momenta(s, "y", free);
    Substitution at_rest;
    for (const Expr& u : free) at_rest.emplace_back(u, s.c.zero());
    const std::vector<Expr> linear = substitute(gradient(Theta, free), at_rest);
    std::vector<Expr> right;
    for (std::size_t k = 0; k < free.size(); ++k) right.push_back(out.y[k] - linear[k]);
    const Solution legendre = solve(hessian(Theta, free), right);
    if (legendre.outcome != Solution::Outcome::unique)
        throw Undefined("the momenta do not determine the velocities");
    Substitution in_y;
    for (std::size_t k = 0; k < free.size(); ++k) {
        out.eta.push_back(simplified(legendre.x[k]));
        in_y.emplace_back(free[k], out.eta[k]);
    }
    out.H = simplified(substitute(dot(out.y, free) - Theta, in_y));

    out.S_t = introduced(s.c, "S_t", SymbolKind::variable, "Hamilton-Jacobi");
    Expr S = out.S_t * s.t;  // only to apply X_s to it: a linear function has these derivatives
    for (std::size_t i = 0; i < s.q.size(); ++i)
        out.S_q.push_back(
            introduced(s.c, "S_" + name_of(s.q[i], false), SymbolKind::variable, "Hamilton-Jacobi", i + 1));
    for (std::size_t i = 0; i < s.q.size(); ++i) S += out.S_q[i] * s.q[i];
    for (std::size_t k = 0; k <= X.l(); ++k) out.XS.push_back(simplified(X.apply(k, S)));
    Substitution in_S;
    for (std::size_t k = 0; k < free.size(); ++k) in_S.emplace_back(out.y[k], out.XS[k + 1]);
    out.left = simplified(out.XS[0] + substitute(out.H, in_S));
    return out;
}

CurveFamily curve_family(const Setting& s, const HamiltonJacobi& equation, std::span<const Expr> momenta) {
    const AdaptedFrame& X = s.frame();
    Substitution in_q, eta = X.on_constraints();
    for (std::size_t k = 0; k < equation.y.size(); ++k) in_q.emplace_back(equation.y[k], momenta[k]);
    CurveFamily out;
    out.eta = substitute(equation.eta, in_q);
    for (const std::size_t k : X.free_indices()) eta.emplace_back(X.eta(k), out.eta[k - 1]);
    for (const Expr& u : s.v) out.velocities.push_back(substitute(X.in_eta(u), eta));
    const std::vector<Expr> q_dot = s.rates(out.velocities);
    const auto along = [&](const Expr& f) {  // ∂f/∂t + q̇_i ∂f/∂q_i
        return derivative(f, s.t) + dot(gradient(f, s.q), q_dot);
    };
    for (const Expr& e : out.eta) out.eta_rates.push_back(along(e));
    Substitution motion;
    const std::vector<Expr> accelerations = s.accelerations();
    for (std::size_t i = 0; i < s.n(); ++i) motion.emplace_back(accelerations[i], along(out.velocities[i]));
    for (std::size_t i = 0; i < s.n(); ++i) motion.emplace_back(s.v[i], out.velocities[i]);
    const Covector law = s.lagrange(s.L) - s.Q;
    for (const std::size_t k : X.free_indices())
        out.residuals.push_back(substitute(substitute(law(X.displacement(k)), motion),
                                           s.on_algebra() ? s.kinematics(out.velocities) : Substitution{}));
    return out;
}

Vanishing::Result all_vanish(Vanishing& vanishing, std::span<const Expr> e) {
    Vanishing::Result all{.answer = Answer::yes};
    for (const Expr& one : e) {
        const Vanishing::Result result = vanishing(one);
        all.for_these_parameters |= result.for_these_parameters;
        if (result.answer == Answer::yes) continue;
        if (result.answer == Answer::no) return result;
        all.answer = Answer::unknown;
        all.reason = result.reason;
    }
    return all;
}

CompleteIntegral complete_integral(const Setting& s, const HamiltonJacobi& equation, Expr S,
                                   const std::vector<Expr>& constants, const Budget& budget) {
    const AdaptedFrame& X = s.frame();
    Vanishing vanishing(s, budget);
    CompleteIntegral out{.S = S, .constants = constants};
    Substitution in_S;
    for (const std::size_t k : X.free_indices()) {
        out.momenta.push_back(simplified(X.apply(k, S)));
        in_S.emplace_back(equation.y[k - 1], out.momenta.back());
    }
    out.left = simplified(X.apply(0, S) + substitute(equation.H, in_S));
    out.solves = vanishing(out.left);

    Matrix slopes(s.c, X.l(), std::max<std::size_t>(constants.size(), 1));
    for (std::size_t k = 0; k < constants.size(); ++k)
        for (std::size_t r = 0; r < X.l(); ++r) slopes(r, k) = derivative(out.momenta[r], constants[k]);
    const GenericRank rank = generic_rank(s, slopes);
    if (rank.rank)
        out.rank = *rank.rank;
    else
        out.no_rank = rank.reason;

    const CurveFamily curves = curve_family(s, equation, out.momenta);
    const std::vector<Expr> q_dot = s.rates(curves.velocities);
    for (const Expr& a : constants) {
        out.integrals.push_back(simplified(derivative(S, a)));
        const Expr& b = out.integrals.back();
        out.kept.push_back(vanishing(derivative(b, s.t) + dot(gradient(b, s.q), q_dot)));
    }
    out.moves = all_vanish(vanishing, curves.residuals);
    out.for_these_parameters = vanishing.for_these_parameters();
    vanishing.count_error(rank.error_bound);
    out.proof = vanishing.proof();
    out.steady = all_vanish(vanishing, curves.eta_rates);
    return out;
}

}  // namespace anholon
