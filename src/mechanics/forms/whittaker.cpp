#include "mechanics/forms/whittaker.hpp"

#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/reduction.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

namespace {

// H = ½ (y − b)ᵀ G (y − b) − L_0 of Θ = L̂ on the constraints, with G = (∂²Θ/∂η²)⁻¹ and b = ∂Θ/∂η at rest.
struct QuadraticHamiltonian {
    Matrix G;
    std::vector<Expr> b;
    Expr L0;
};

QuadraticHamiltonian quadratic_hamiltonian(const Setting& s, const Expr& Theta) {
    const std::vector<Expr> free = s.frame().free();
    Substitution at_rest;
    for (const Expr& u : free) at_rest.emplace_back(u, s.c.zero());
    InverseResult inverted = inverse(hessian(Theta, free));
    if (inverted.outcome != InverseResult::Outcome::regular)
        throw Undefined("the momenta do not determine the velocities");
    return {std::move(inverted.inverse), substitute(gradient(Theta, free), at_rest),
            substitute(Theta, at_rest)};
}

}  // namespace

// With u = y − b, B = G_1r u_r, C = ½ G_rs u_r u_s, r, s ≠ 1:  ½ G_11 u_1² + B u_1 + C − L_0 = h, so that
//   K = −b_1 + (B ∓ √D)/G_11,   D = B² − 2 G_11 (C − L_0 − h),   η_1 = ±√D.
WhittakerReduction whittaker_reduction(const Setting& s, std::size_t first, int sign) {
    const AdaptedFrame& X = s.frame();
    const Expr L = s.L_in_frame(), Theta = substitute(L, X.on_constraints());
    const QuadraticHamiltonian H = quadratic_hamiltonian(s, Theta);
    const auto G = [&](std::size_t r, std::size_t k) { return H.G(r - 1, k - 1); };
    const std::vector<Expr> all = momenta(s, "y", X.free());
    WhittakerReduction out;
    out.h = energy_constant(s);
    Expr B = s.c.zero(), C = B;
    for (const std::size_t r : X.free_indices()) {
        if (r == first) continue;
        out.y.push_back(all[r - 1]);
        B += G(first, r) * (all[r - 1] - H.b[r - 1]);
        for (const std::size_t k : X.free_indices())
            if (k != first) C += G(r, k) * (all[r - 1] - H.b[r - 1]) * (all[k - 1] - H.b[k - 1]) / 2;
    }
    const Expr D = simplified(B * B - 2 * G(first, first) * (C - H.L0 - out.h)), eta1 = sign * sqrt(D);
    out.K = (B - eta1) / G(first, first) - H.b[first - 1];
    out.dt = 1 / eta1;

    FrameCovector y(std::vector<Expr>(X.n(), s.c.zero()));
    std::vector<Expr> dK(X.l(), s.c.one());  // ∂K/∂y_r; 1 for π_1
    Substitution velocities;
    for (const std::size_t r : X.free_indices()) {
        y[r] = r == first ? -out.K : all[r - 1];
        if (r != first) dK[r - 1] = derivative(out.K, all[r - 1]);
        velocities.emplace_back(X.eta(r), eta1 * dK[r - 1]);
    }
    const std::vector<Expr> Y = substitute(gradient(L, X.eta()), X.on_constraints());
    for (const std::size_t m : indices(X.l() + 1, X.n())) y[m] = substitute(Y[m - 1], velocities);
    for (const std::size_t k : X.free_indices()) {
        if (k == first) continue;
        const Expr brackets =
            sum(s.c, X.free_indices(), [&](std::size_t r) { return dK[r - 1] * y(X.bracket(r, k)); });
        out.y_rates.push_back(brackets - X.apply(k, out.K));
    }
    // Homogeneous in the velocities: q' = B_i1 + B_is ∂K/∂y_s.
    Substitution per_first = X.on_constraints();
    for (const std::size_t r : X.free_indices()) per_first.emplace_back(X.eta(r), dK[r - 1]);
    std::vector<Expr> v;
    for (const Expr& u : s.v) v.push_back(substitute(X.in_eta(u), per_first));
    out.q_rates = s.rates(v);

    Substitution definitions;
    for (const std::size_t k : X.all_indices()) definitions.emplace_back(X.eta(k), X.definition(k));
    out.energy = substitute(dot(gradient(Theta, X.free()), X.free()) - Theta, definitions);
    for (const std::size_t k : X.free_indices())
        if (k != first) out.momenta_in_velocities.push_back(substitute(Y[k - 1], definitions));
    return out;
}

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
    if (X.l() <= 3) {  // with its root, where that is short
        const WhittakerReduction reduction = whittaker_reduction(s, 1, 1);
        const std::string text = name_of(X.eta(1), false), latex = name_of(X.eta(1), true);
        e.definitions.push_back({{"K(h), " + text + " > 0", "K(h)|_{" + latex + " > 0}"}, reduction.K});
        e.definitions.push_back(
            {{"dt/dpi_1, " + text + " > 0", "\\frac{dt}{d\\pi_1}\\Big|_{" + latex + " > 0}"}, reduction.dt});
    }
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
