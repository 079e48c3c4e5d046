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
        Expr sum = s.c.zero();
        for (std::size_t i = 0; i < s.n(); ++i) sum += (k == 0 ? F.B0()[i] : F.B()(i, k - 1)) * p[i];
        return sum;
    };
    const Expr L = substitute(s.L_in_frame(), zero);
    Equations e;
    e.definitions.push_back({named("L"), L});
    std::vector<Expr> residuals;
    for (std::size_t k = 1; k <= X.l(); ++k) {
        Expr right = poisson(P(k), P(0)) + derivative(P(k), s.t);
        for (std::size_t r = 1; r <= X.l(); ++r) right += X.eta(r) * poisson(P(k), P(r));
        right = substitute(right, momenta);
        const Expr y = derivative(L, X.eta(k)), left = poisson(P(k), L), force = substitute(X.force(k), zero);
        e.lines.push_back({y, left, {{right, "brackets"}, {force, ""}}});
        residuals.push_back(Dt(y) + left - right - force);
    }
    close_in_free_velocities(s, e, residuals);
    return e;
}

}  // namespace anholon
