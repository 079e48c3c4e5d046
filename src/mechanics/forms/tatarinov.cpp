#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"
#include "mechanics/letters.hpp"

namespace anholon {

Reason tatarinov_inapplicable(const Setting& s) { return needs_coordinates_and_frame(s); }

// Tatarinov:  (∂L̂/∂η_s)˙ + {P_s, L̂} = η_r {P_s, P_r} + {P_s, P_0} + ∂_t P_s + Q_s,                      theory §3.14
// P_s = B_is p_i, P_0 = B_i0 p_i, {q, p} = 1; p = ∂L/∂q̇ on the constraints after the brackets.
Equations tatarinov(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const Frame& F = X.frame();
    const Substitution zero = X.on_constraints();
    std::vector<Expr> p;
    Substitution momenta;
    const Covector dL = d(s.L, s.v);
    for (std::size_t i = 0; i < s.n(); ++i) {
        p.push_back(momentum(s, "p", s.q[i]));
        momenta.emplace_back(p[i], substitute(X.in_eta(dL[i]), zero));
    }
    const auto poisson = [&](Expr f, Expr g) {
        return d(f, s.q)(Vector(gradient(g, p))) - d(f, p)(Vector(gradient(g, s.q)));
    };
    const auto P = [&](std::size_t k) {
        return sum(s.c, indices(1, s.n()), [&](std::size_t i) { return F.B(i - 1, k) * p[i - 1]; });
    };
    const Expr L = substitute(s.L_in_frame(), zero);
    Equations e;
    e.definitions.push_back({named("L"), L});
    std::vector<Expr> residuals;
    for (const std::size_t k : X.free_indices()) {
        const Expr brackets = derivative(P(k), s.t) + sum(s.c, indices(0, X.l()), [&](std::size_t r) {
                                  return X.eta(r) * poisson(P(k), P(r));
                              });
        const Expr right = substitute(brackets, momenta);
        const Expr y = derivative(L, X.eta(k)), left = poisson(P(k), L), force = substitute(X.force(k), zero);
        e.lines.push_back({y, left, {{right, "brackets"}, {force, ""}}});
        residuals.push_back(Dt(y) + left - right - force);
    }
    close_in_free_velocities(s, e, residuals);
    return e;
}

}  // namespace anholon
