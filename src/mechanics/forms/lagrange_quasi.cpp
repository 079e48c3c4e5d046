#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

Reason lagrange_quasi_inapplicable(const Setting& s) { return needs_frame(s); }

// Lagrange with multipliers in quasi-velocities, all n of them kept:                               theory §3.1, 000 (6.14)
//   (∂L̂/∂η_s)˙ − X_s L̂ = c^m_rs η_r ∂L̂/∂η_m + c^m_0s ∂L̂/∂η_m + Q_s + N_α δ_αs,  η_α = 0.
Equations lagrange_quasi(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const Expr L = s.L_in_frame();
    const FrameCovector y = X.d(L);
    const std::vector<Expr> N = s.multipliers("N");

    Equations e;
    e.definitions.push_back({named("L"), L});
    std::vector<Expr> residuals, unknowns = dots(X.eta());
    for (const std::size_t k : X.all_indices()) {
        const Expr transport =
            sum(s.c, indices(0, X.n()), [&](std::size_t r) { return X.eta(r) * y(X.bracket(r, k)); });
        const Expr reaction = k > X.l() ? N[k - X.l() - 1] : s.c.zero();
        residuals.push_back(Dt(y[k]) - X.apply(k, L) - transport - X.force(k) - reaction);
        e.lines.push_back(
            {y[k], -X.apply(k, L), {{transport, "brackets"}, {X.force(k), ""}, {reaction, "reactions"}}});
    }
    for (const std::size_t k : indices(X.l() + 1, X.n())) {
        residuals.push_back(dot(X.eta(k)));
        unknowns.push_back(N[k - X.l() - 1]);
        e.lines.push_back({{}, X.eta(k), {}});
    }
    set_linear_system(e, substitute(residuals, s.kinematics(substitute(s.v, X.velocities()))), unknowns);
    use_full_frame_state(s, e);
    return e;
}

}  // namespace anholon
