#include "expr/introduce.hpp"
#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/reduction.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

namespace {

// η'_m = η_m/η_1, m = 2..n, as variables: w_per_v.
std::vector<Expr> ratios(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    std::vector<Expr> out;
    for (const std::size_t m : indices(2, X.n()))
        out.push_back(introduced(s.c, X.eta(m).symbol().name + "_per_" + X.eta(1).symbol().name,
                                 SymbolKind::variable, "ratio of velocities", m));
    return out;
}

// Functions of (q, η', η_1) on the level H = h. To hold h fixed is to move η_1 along:
//   ∂f/∂x|_h = ∂f/∂x − (∂f/∂η_1) (∂H/∂x)/(∂H/∂η_1)
// so that no root is written out, and each sign of η_1 has its equations.
class EnergyLevel {
  public:
    explicit EnergyLevel(const Setting& s) : s_(s), X_(s.frame()), ratio_(ratios(s)) {
        Substitution scaled;
        for (const std::size_t m : indices(2, X_.n())) scaled.emplace_back(X_.eta(m), X_.eta(1) * ratio(m));
        const Expr work = dot(gradient(s.L_in_frame(), X_.eta()), X_.eta());
        H_ = substitute(work - s.L_in_frame(), scaled);
        R_ = simplified(substitute(work, scaled) / X_.eta(1), {.max_terms = 300, .max_nodes = 200});
        for (const std::size_t m : indices(X_.l() + 1, X_.n())) zero_.emplace_back(ratio(m), s.c.zero());
    }

    Expr ratio(std::size_t m) const { return m == 1 ? s_.c.one() : ratio_[m - 2]; }
    Expr R() const { return R_; }                                   // R' = η_s (∂L̂/∂η_s)/η_1
    Expr restricted(Expr e) const { return substitute(e, zero_); }  // η'_α = 0
    Expr d(Expr f, Expr x) const { return held(f, derivative(f, x), derivative(H_, x)); }
    Expr along(std::size_t k, Expr f) const { return held(f, X_.apply(k, f), X_.apply(k, H_)); }

    // η̇_1 from Ḣ = 0
    Expr rate() const {
        Expr change = sum(s_.c, indices(2, X_.l()),
                          [&](std::size_t r) { return derivative(H_, ratio(r)) * dot(ratio(r)); });
        for (const Expr& q : s_.q) change += derivative(H_, q) * dot(q);
        return restricted(-change / derivative(H_, X_.eta(1)));
    }

    // 2 √((h + L_0) L_2) + L_1 at η_1 = 1
    Expr in_h(Expr h) const {
        Substitution at_rest, unit{{X_.eta(1), s_.c.one()}};
        for (const Expr& u : X_.eta()) at_rest.emplace_back(u, s_.c.zero());
        for (const std::size_t m : indices(2, X_.n())) unit.emplace_back(X_.eta(m), ratio(m));
        const Expr L = s_.L_in_frame(), L0 = substitute(L, at_rest),
                   L1 = dot(substitute(gradient(L, X_.eta()), at_rest), X_.eta());
        return 2 * sqrt((h + L0) * simplified(substitute(L - L1 - L0, unit))) + substitute(L1, unit);
    }

  private:
    Expr held(Expr f, Expr df, Expr dH) const {
        return df - derivative(f, X_.eta(1)) * dH / derivative(H_, X_.eta(1));
    }

    const Setting& s_;
    const AdaptedFrame& X_;
    std::vector<Expr> ratio_;
    Expr H_, R_;
    Substitution zero_;
};

}  // namespace

Reason jacobi_whittaker_inapplicable(const Setting& s) { return needs_energy_reduction(s); }

// Jacobi–Whittaker, π_1 as the independent variable, ' = d/dπ_1, R' = η_s (∂L̂/∂η_s)/η_1 on H = h, y_m = ∂R'/∂η'_m:   theory §3.16
//   dy_s/dπ_1 = (c^m_1s + c^m_rs η'_r) y_m + (c^1_1s + c^1_rs η'_r)(R' − η'_m y_m) + X_s R',   r, s = 2..l, m = 2..n
// Written in time, d/dt = η_1 d/dπ_1, so that the motion can be compared: h is a function of the state (q, η_1, η').
Equations jacobi_whittaker(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const EnergyLevel level(s);
    const Expr eta1 = X.eta(1), R = level.R();
    Equations e;
    e.definitions.push_back({named("R'"), level.in_h(energy_constant(s))});
    Substitution free = X.on_constraints();
    for (const std::size_t r : indices(2, X.l())) free.emplace_back(X.eta(r), eta1 * level.ratio(r));
    for (const Expr& u : s.v) e.velocities.push_back(substitute(X.in_eta(u), free));

    FrameCovector y(std::vector<Expr>(X.n(), R));  // y_1 = R' − η'_m y_m
    for (const std::size_t m : indices(2, X.n())) {
        y[m] = level.d(R, level.ratio(m));
        y[1] -= level.ratio(m) * y[m];
    }
    std::vector<Expr> unknowns, residuals;
    Substitution last{{dot(eta1), level.rate()}};
    const Substitution kinematics = s.kinematics(e.velocities);
    last.insert(last.end(), kinematics.begin(), kinematics.end());
    for (const std::size_t k : indices(2, X.l())) {
        const Expr brackets =
            sum(s.c, X.free_indices(), [&](std::size_t r) { return level.ratio(r) * y(X.bracket(r, k)); });
        const Expr momentum = level.restricted(y[k]), transport = level.restricted(eta1 * brackets),
                   along = level.restricted(eta1 * level.along(k, R));
        e.lines.push_back({momentum, {}, {{transport, "brackets"}, {along, ""}}});
        // q̇ of η̇_1 in turn
        residuals.push_back(substitute(substitute(Dt(momentum) - transport - along, {last[0]}), last));
        unknowns.push_back(dot(level.ratio(k)));
    }
    set_linear_system(e, residuals, unknowns);

    e.state = s.q;
    e.rates = s.rates(e.velocities);
    e.state.push_back(eta1);
    e.rates.push_back(substitute(level.rate(), last));
    e.state_of.emplace_back(eta1, X.definition(1));
    for (const std::size_t r : indices(2, X.l())) {
        e.state.push_back(level.ratio(r));
        e.rates.push_back(dot(level.ratio(r)));
        e.state_of.emplace_back(level.ratio(r), X.definition(r) / X.definition(1));
    }
    return e;
}

}  // namespace anholon
