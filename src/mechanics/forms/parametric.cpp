#include "expr/introduce.hpp"
#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

namespace {

// t' and η'_s = t' η_s, the rates along a parameter τ, as variables: t_tau, v_tau.
struct Rates {
    Expr t;
    std::vector<Expr> eta;
};

Rates rates_along_parameter(const Setting& s) {
    Rates out{introduced(s.c, "t_tau", SymbolKind::variable, "rate of time along a parameter"), {}};
    for (const Expr& u : s.frame().eta())
        out.eta.push_back(introduced(s.c, u.symbol().name + "_tau", SymbolKind::variable,
                                     "velocity along a parameter", out.eta.size() + 1));
    return out;
}

}  // namespace

Reason parametric_inapplicable(const Setting& s) { return needs_frame(s); }

// Time t(τ) is one of the coordinates, ' = d/dτ, and Λ = t' L̂(t, q, η'/t') is homogeneous of degree 1 in (t', η'):       002 §1.3
//   (∂Λ/∂η'_s)' = c^m_rs η'_r ∂Λ/∂η'_m + c^m_0s t' ∂Λ/∂η'_m + X_s Λ + t' Q_s
//   (∂Λ/∂t')'   = c^m_r0 η'_r ∂Λ/∂η'_m + X_0 Λ − η'_r Q_r
// The last one follows from the others, since Λ is homogeneous; ∂Λ/∂t' = −H, so under the conditions (1.17) it is the energy integral
// of a cyclic displacement X_0. τ is arbitrary: here t' is constant, and a variable of the state. Written in time, d/dτ = t' d/dt.
Equations parametric(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const Rates rate = rates_along_parameter(s);
    Substitution in_rates, zero;
    for (std::size_t k = 0; k < X.n(); ++k) in_rates.emplace_back(X.eta()[k], rate.eta[k] / rate.t);
    for (std::size_t k = X.l(); k < X.n(); ++k) zero.emplace_back(rate.eta[k], s.c.zero());
    const auto restricted = [&](const Expr& e) { return substitute(substitute(e, in_rates), zero); };
    const Expr Lambda =
        simplified(rate.t * substitute(s.L_in_frame(), in_rates), {.max_terms = 300, .max_nodes = 200});
    const FrameCovector y(gradient(Lambda, rate.eta));
    // c^m_rs η'_r ∂Λ/∂η'_m with η'_0 = t'
    const auto transport = [&](std::size_t k) {
        return sum(s.c, indices(0, X.l()),
                   [&](std::size_t r) { return (r == 0 ? rate.t : rate.eta[r - 1]) * y(X.bracket(r, k)); });
    };

    Equations e;
    e.definitions.push_back({named("Lambda", "\\Lambda"), Lambda});
    for (const Expr& u : s.v) e.velocities.push_back(restricted(X.in_eta(u)));
    Substitution last{{dot(rate.t), s.c.zero()}};
    const Substitution kinematics = s.kinematics(e.velocities);
    last.insert(last.end(), kinematics.begin(), kinematics.end());
    std::vector<Expr> residuals, unknowns,
        state(rate.eta.begin(), rate.eta.begin() + static_cast<long>(X.l()));
    Expr power = s.c.zero();  // η'_r Q_r
    for (const std::size_t k : X.free_indices()) {
        const Expr momentum = restricted(y[k]), along = restricted(X.apply(k, Lambda)),
                   brackets = restricted(transport(k)), force = restricted(X.force(k));
        e.lines.push_back(
            {momentum, {}, {{brackets / rate.t, "brackets"}, {along / rate.t, ""}, {force, ""}}});
        residuals.push_back(substitute(rate.t * (Dt(momentum) - force) - along - brackets, last));
        unknowns.push_back(dot(state[k - 1]));
        power += state[k - 1] * force;
    }
    e.lines.push_back({restricted(derivative(Lambda, rate.t)),
                       {},
                       {{restricted(transport(0)) / rate.t, "brackets"},
                        {restricted(X.apply(0, Lambda)) / rate.t, ""},
                        {-power / rate.t, ""}}});
    set_linear_system(e, residuals, unknowns);

    e.state = s.q;
    e.rates = s.rates(e.velocities);
    for (const std::size_t k : X.free_indices()) {
        e.state.push_back(state[k - 1]);
        e.rates.push_back(dot(state[k - 1]));
        e.state_of.emplace_back(state[k - 1], X.definition(k));
    }
    e.state.push_back(rate.t);
    e.rates.push_back(s.c.zero());
    e.state_of.emplace_back(rate.t, s.c.one());
    return e;
}

}  // namespace anholon
