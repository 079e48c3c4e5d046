#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

namespace {

Substitution at_rest(std::span<const Expr> v) {
    Substitution s;
    for (const Expr& u : v) s.emplace_back(u, u.context().zero());
    return s;
}

}  // namespace

Reason chetaev_inapplicable(const Setting& s) {
    if (Reason why = needs_frame(s)) return why;
    const AdaptedFrame& X = s.frame();
    if (!is_quadratic(s.L_in_frame(), X.eta())) return "the Lagrangian is not quadratic in the velocities";
    return std::nullopt;
}

// Chetaev's canonical equations:  y_s = ∂L̂/∂η_s,  H = y_s η_s − L̂,                                     theory §3.11
//   ẏ_s = c^m_rs ∂H/∂y_r y_m + c^m_0s y_m − X_s H + Q_s,   q̇_i = B_i0 + B_is ∂H/∂y_s,   ∂H/∂y_α = 0.
// The velocities η = ∂H/∂y are what W z = r is solved for, so the mass matrix is never inverted; X_s H = −X_s L̂ at equal y.
Equations chetaev(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const Expr L = s.L_in_frame();
    const Substitution zero = X.on_constraints();
    const std::vector<Expr> free = X.free(), Y = substitute(gradient(L, X.eta()), zero);
    const std::vector<Expr> y = momenta(s, "y", free);

    Equations e;
    set_legendre_system(e, Y, y, free);
    Substitution definitions;
    for (std::size_t k = 1; k <= X.n(); ++k) definitions.emplace_back(X.eta(k), X.definition(k));
    for (std::size_t k = 0; k < X.l(); ++k) e.state_of.emplace_back(y[k], substitute(Y[k], definitions));

    e.velocities = substitute(s.v, X.velocities());
    e.velocities = substitute(e.velocities, zero);
    e.state = s.q;
    e.rates = s.rates(e.velocities);
    for (std::size_t k = 1; k <= X.l(); ++k) {
        Expr transport = s.c.zero();
        for (std::size_t r = 0; r <= X.l(); ++r)
            for (std::size_t m = 1; m <= X.n(); ++m)
                transport +=
                    X.c(m, r, k) * (r == 0 ? s.c.one() : X.eta(r)) * (m <= X.l() ? y[m - 1] : Y[m - 1]);
        const Expr along = substitute(X.apply(k, L), zero), force = substitute(X.force(k), zero);
        e.state.push_back(y[k - 1]);
        e.rates.push_back(transport + along + force);
        e.lines.push_back({y[k - 1], {}, {{transport, "brackets"}, {along, ""}, {force, ""}}});
    }
    // H for people, where the Legendre transform is small.
    if (X.l() >= 1 && X.l() <= 3) {
        const Solution inverted = solved(e);
        if (inverted.outcome == Solution::Outcome::unique) {
            Substitution in_y;
            for (std::size_t k = 0; k < X.l(); ++k) in_y.emplace_back(free[k], inverted.x[k]);
            const Expr H = substitute(dot(y, free) - substitute(L, zero), in_y);
            e.definitions.push_back({named("H"), H});
        }
    }
    return e;
}

Reason hamilton_inapplicable(const Setting& s) {
    if (Reason why = needs_coordinates(s)) return why;
    if (s.has_nonlinear_constraints()) return "a constraint is not linear in the velocities";
    if (!is_quadratic(s.L, s.v)) return "the Lagrangian is not quadratic in the velocities";
    const RankResult rank_of = rank(hessian(s.L, s.v));
    if (!rank_of.rank) return rank_of.reason;
    if (*rank_of.rank < s.n())
        return "the mass matrix of the redundant velocities is singular, so there is no H(q, p)";
    return std::nullopt;
}

// Hamilton with multipliers:  q̇ = ∂H/∂p,  ṗ = −∂H/∂q + Q + λ_μ a_μ,  a_μ·∂H/∂p + a_μ0 = 0.              theory §3.12
Equations hamilton(const Setting& s) {
    const std::vector<Expr> p = momenta(s, "p", s.q), lambda = s.multipliers();
    const std::vector<Expr> dL = gradient(s.L, s.v), linear = substitute(dL, at_rest(s.v));
    std::vector<Expr> right;
    for (std::size_t i = 0; i < s.n(); ++i) right.push_back(p[i] - linear[i]);
    const Solution legendre = solve(hessian(s.L, s.v), right);
    if (legendre.outcome != Solution::Outcome::unique)
        throw Undefined("no Legendre transform: " + legendre.reason);
    Substitution in_p;
    for (std::size_t i = 0; i < s.n(); ++i) in_p.emplace_back(s.v[i], legendre.x[i]);
    const Expr H = substitute(dot(p, s.v) - s.L, in_p);

    Equations e;
    e.definitions.push_back({named("H"), H});
    const ConstraintRows rows = constraint_rows(s.system);
    e.velocities = legendre.x;
    e.state = s.q;
    e.rates = e.velocities;
    const std::vector<Expr> force = substitute(gradient(s.L, s.q), in_p);  // −∂H/∂q
    for (std::size_t i = 0; i < s.n(); ++i) {
        Expr reaction = s.c.zero();
        for (std::size_t k = 0; k < rows.names.size(); ++k) reaction += lambda[k] * rows.a(k, i);
        const Expr Q = substitute(s.Q[i], in_p);
        e.state.push_back(p[i]);
        e.rates.push_back(force[i] + Q + reaction);
        e.lines.push_back({p[i], {}, {{force[i], ""}, {Q, ""}, {reaction, "reactions"}}});
        e.state_of.emplace_back(p[i], dL[i]);
    }
    // The multipliers keep the constraints: d/dt (a·∂H/∂p + a_0) = 0 along the flow.
    Direction along{{s.t, s.c.one()}};
    for (std::size_t k = 0; k < e.state.size(); ++k) along.emplace_back(e.state[k], e.rates[k]);
    std::vector<Expr> residuals;
    for (std::size_t k = 0; k < rows.names.size(); ++k)
        residuals.push_back(directional_derivative(dot(rows.a.row(k), legendre.x) + rows.a0[k], along));
    set_linear_system(e, residuals, lambda);
    return e;
}

}  // namespace anholon
