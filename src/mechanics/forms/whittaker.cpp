#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/reduction.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

Reason whittaker_inapplicable(const Setting& s) { return needs_energy_reduction(s); }

// Whittaker, π_1 as the independent variable, K = −y_1 on H = h, so ∂K/∂y_r = η_r/η_1 and X_s K = −X_s L̂/η_1:      theory §3.16
//   dy_s/dπ_1 = (c^m_1s + c^m_rs ∂K/∂y_r) y_m − (c^1_1s + c^1_rs ∂K/∂y_r) K − X_s K,   dt/dπ_1 = −∂K/∂h = 1/η_1
// Written in time, d/dt = η_1 d/dπ_1. As in Chetaev's equations the velocities η are what W z = r is solved for; y_1 stands for h in
// the state and moves by  Ḣ = 0  alone.
Equations whittaker(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const Expr L = s.L_in_frame();
    const Substitution zero = X.on_constraints();
    const std::vector<Expr> free = X.free(), Y = substitute(gradient(L, X.eta()), zero);
    const std::vector<Expr> y = momenta(s, "y", free);
    Equations e;
    set_legendre_system(e, Y, y, free);
    e.definitions.push_back({named("K"), -y[0]});
    for (const Expr& u : s.v) e.velocities.push_back(substitute(X.in_eta(u), zero));

    const Expr eta1 = X.eta(1), K = -y[0];
    const auto dK = [&](std::size_t r) {
        return r == 1 ? s.c.one() : X.eta(r) / eta1;
    };  // ∂K/∂y_r; 1 for π_1 itself
    std::vector<Expr> rates;
    Expr power = s.c.zero();  // Σ_{s ≥ 2} η_s ẏ_s
    for (std::size_t k = 2; k <= X.l(); ++k) {
        Expr brackets = s.c.zero();
        for (std::size_t r = 1; r <= X.l(); ++r) {
            for (std::size_t m = 2; m <= X.n(); ++m)
                brackets += X.c(m, r, k) * dK(r) * (m <= X.l() ? y[m - 1] : Y[m - 1]);
            brackets -= X.c(1, r, k) * dK(r) * K;
        }
        const Expr along = -substitute(X.apply(k, L), zero) / eta1;  // X_s K
        rates.push_back(eta1 * (brackets - along));
        e.lines.push_back({y[k - 1], {}, {{eta1 * brackets, "brackets"}, {-eta1 * along, ""}}});
        power += X.eta(k) * rates.back();
    }
    // Ḣ = 0:  η_1 ẏ_1 + Σ η_s ẏ_s = (∂L̂/∂q_i) q̇_i
    Expr change = s.c.zero();
    const std::vector<Expr> q_dot = s.rates(e.velocities);
    for (std::size_t i = 0; i < s.q.size(); ++i) change += derivative(substitute(L, zero), s.q[i]) * q_dot[i];
    rates.insert(rates.begin(), (change - power) / eta1);

    e.state = s.q;
    e.rates = q_dot;
    Substitution definitions;
    for (std::size_t k = 1; k <= X.n(); ++k) definitions.emplace_back(X.eta(k), X.definition(k));
    for (std::size_t k = 0; k < X.l(); ++k) {
        e.state.push_back(y[k]);
        e.rates.push_back(rates[k]);
        e.state_of.emplace_back(y[k], substitute(Y[k], definitions));
    }
    return e;
}

}  // namespace anholon
