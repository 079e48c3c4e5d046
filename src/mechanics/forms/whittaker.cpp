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
    const std::vector<Expr> momentum = momenta(s, "y", free);
    const FrameCovector y = free_momenta(momentum, Y);
    Equations e;
    set_legendre_system(e, Y, momentum, free);
    e.definitions.push_back({named("K"), -y[1]});
    for (const Expr& u : s.v) e.velocities.push_back(substitute(X.in_eta(u), zero));

    const Expr eta1 = X.eta(1);
    const auto dK = [&](std::size_t r) {
        return r == 1 ? s.c.one() : X.eta(r) / eta1;
    };  // ∂K/∂y_r; 1 for π_1
    std::vector<Expr> rates;
    Expr power = s.c.zero();  // Σ_{s ≥ 2} η_s ẏ_s
    for (const std::size_t k : indices(2, X.l())) {
        const Expr brackets =  // −c^1 K = c^1 y_1
            sum(s.c, X.free_indices(), [&](std::size_t r) { return dK(r) * y(X.bracket(r, k)); });
        const Expr along = -substitute(X.apply(k, L), zero) / eta1;  // X_s K
        rates.push_back(eta1 * (brackets - along));
        e.lines.push_back({y[k], {}, {{eta1 * brackets, "brackets"}, {-eta1 * along, ""}}});
        power += X.eta(k) * rates.back();
    }
    // Ḣ = 0:  η_1 ẏ_1 + Σ η_s ẏ_s = (∂L̂/∂q_i) q̇_i
    const std::vector<Expr> q_dot = s.rates(e.velocities);
    const Expr change = s.q.empty() ? s.c.zero() : dot(gradient(substitute(L, zero), s.q), q_dot);
    rates.insert(rates.begin(), (change - power) / eta1);

    e.state = s.q;
    e.rates = q_dot;
    e.state.insert(e.state.end(), momentum.begin(), momentum.end());
    e.rates.insert(e.rates.end(), rates.begin(), rates.end());
    define_momenta(s, e, momentum, Y);
    return e;
}

}  // namespace anholon
