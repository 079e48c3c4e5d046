#include "mechanics/forms/canonical.hpp"

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

void define_hamiltonian(const Setting& s, Equations& e, const Label& name, std::span<const Expr> y,
                        const Expr& L) {
    constexpr std::size_t most = 3;  // degrees of freedom up to which the Legendre transform is small
    const std::vector<Expr> free = s.frame().free();
    if (free.empty() || free.size() > most) return;
    const Solution inverted = solved(e);
    if (inverted.outcome != Solution::Outcome::unique) return;
    Substitution in_y;
    for (std::size_t k = 0; k < free.size(); ++k) in_y.emplace_back(free[k], inverted.x[k]);
    e.definitions.push_back({name, substitute(dot(y, free) - L, in_y)});
}

namespace {

// Canonical equations in a frame, with Y_1..Y_n the momenta on the constraints, of which the first are variables y_s:
//   ẏ_s = (c^m_rs η_r + c^m_0s) y_m + X_s L̂ + Q_s,  y_α = Y_α.
// The velocities η = ∂H/∂y are what W z = r is solved for, so the mass matrix is never inverted; X_s H = −X_s L̂ at equal y.
Equations in_canonical_variables(const Setting& s, const std::vector<Expr>& Y) {
    const AdaptedFrame& X = s.frame();
    const Expr L = s.L_in_frame();
    const Substitution zero = X.on_constraints();
    const std::vector<Expr> free = X.free();
    const std::vector<Expr> momentum = momenta(s, "y", free);
    const FrameCovector y = free_momenta(momentum, Y);

    Equations e;
    set_legendre_system(e, Y, momentum, free);
    e.velocities = substitute(substitute(s.v, X.velocities()), zero);
    e.state = s.q;
    e.rates = s.rates(e.velocities);
    for (const std::size_t k : X.free_indices()) {
        const Expr along = substitute(X.apply(k, L), zero), force = substitute(X.force(k), zero);
        const Expr transport = X.transport(y, k);
        e.state.push_back(y[k]);
        e.rates.push_back(transport + along + force);
        e.lines.push_back({y[k], {}, {{transport, "brackets"}, {along, ""}, {force, ""}}});
    }
    define_momenta(s, e, momentum, Y);
    define_hamiltonian(s, e, named("H"), momentum, substitute(L, zero));
    return e;
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
Equations chetaev(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    return in_canonical_variables(s, substitute(gradient(s.L_in_frame(), X.eta()), X.on_constraints()));
}

Reason chetaev_restricted_inapplicable(const Setting& s) { return chetaev_inapplicable(s); }

// The variant with the restricted function Θ = L̂|_{η_α = 0}:  y_s = ∂Θ/∂η_s,  H* = y_s η_s − Θ,  r, s, m ≤ l < α:    theory §3.11, 002 (2.10)
//   ẏ_s = (c^m_rs ∂H*/∂y_r + c^m_0s) y_m + (c^α_rs ∂H*/∂y_r + c^α_0s) (∂L̂/∂η_α)|_{η_α = 0} − X_s H* + Q_s
// X_s H* = −X_s Θ at equal y.
Equations chetaev_restricted(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const Expr L = s.L_in_frame(), Theta = substitute(L, X.on_constraints());
    const std::vector<Expr> free = X.free(), y = momenta(s, "y", free), Y = gradient(Theta, free);
    FrameCovector inner(std::vector<Expr>(X.n(), s.c.zero()));
    FrameCovector outer(substitute(gradient(L, X.eta()), X.on_constraints()));
    for (const std::size_t r : X.free_indices()) {
        inner[r] = y[r - 1];
        outer[r] = s.c.zero();
    }

    Equations e;
    e.definitions.push_back({named("Theta", "\\Theta"), Theta});
    set_legendre_system(e, Y, y, free);
    e.velocities = substitute(substitute(s.v, X.velocities()), X.on_constraints());
    e.state = s.q;
    e.rates = s.rates(e.velocities);
    for (const std::size_t k : X.free_indices()) {
        const Expr along = X.apply(k, Theta), force = substitute(X.force(k), X.on_constraints());
        const Expr transport = X.transport(inner, k), extra = X.transport(outer, k);
        e.state.push_back(y[k - 1]);
        e.rates.push_back(transport + extra + along + force);
        e.lines.push_back(
            {y[k - 1],
             {},
             {{transport, "brackets"}, {extra, "terms of nonholonomicity"}, {along, ""}, {force, ""}}});
    }
    define_momenta(s, e, y, Y);
    define_hamiltonian(s, e, named("H*", "H^{*}"), y, Theta);
    return e;
}

Reason poeschl_inapplicable(const Setting& s) {
    if (s.is_unconstrained()) return "there are no constraints to substitute into the Lagrangian";
    return chetaev_inapplicable(s);
}

// Pöschl's, a control: the same with the constraints put into L̂ before the momenta are taken, Θ = L̂|_{η_α = 0}, y_s = ∂Θ/∂η_s,
// H = y_s η_s − Θ and m = 1..l. What the brackets owe to y_α = ∂L̂/∂η_α is lost: right for integrable constraints, wrong in general.
Equations poeschl(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    return in_canonical_variables(s, gradient(substitute(s.L_in_frame(), X.on_constraints()), X.eta()));
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
