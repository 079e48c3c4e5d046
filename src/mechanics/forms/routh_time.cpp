#include "expr/introduce.hpp"
#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/reduction.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

namespace {

// R = η_s (∂L̂/∂η_s) t' and h as functions of (q, η', t'), η' = t' η. To hold h fixed is to move t' along, so that no root is written out:
//   ∂f/∂x|_h = ∂f/∂x − (∂f/∂t') (∂h/∂x)/(∂h/∂t')
class TimeIgnored {
  public:
    explicit TimeIgnored(const Setting& s) : s_(s), X_(s.frame()) {
        t_ = introduced(s.c, "t_tau", SymbolKind::variable, "rate of time along a parameter");
        for (const Expr& u : X_.eta())
            eta_.push_back(introduced(s.c, u.symbol().name + "_tau", SymbolKind::variable,
                                      "velocity along a parameter", eta_.size() + 1));
        for (std::size_t k = 0; k < X_.n(); ++k) in_rates_.emplace_back(X_.eta()[k], eta_[k] / t_);
        for (std::size_t k = X_.l(); k < X_.n(); ++k) zero_.emplace_back(eta_[k], s.c.zero());
        const Expr L = s.L_in_frame(), work = dot(gradient(L, X_.eta()), X_.eta());
        R_ = simplified(substitute(work, in_rates_) * t_, {.max_terms = 300, .max_nodes = 200});
        h_ = simplified(substitute(work - L, in_rates_), {.max_terms = 300, .max_nodes = 200});
    }

    Expr t() const { return t_; }                          // t'
    Expr eta(std::size_t m) const { return eta_[m - 1]; }  // η'_m
    std::vector<Expr> free() const { return {eta_.begin(), eta_.begin() + static_cast<long>(X_.l())}; }
    Expr h() const { return h_; }
    Expr R() const { return R_; }
    Expr in_rates(Expr e) const { return restricted(substitute(e, in_rates_)); }
    Expr restricted(Expr e) const { return substitute(e, zero_); }  // η'_α = 0
    Expr momentum(std::size_t m) const {                            // ∂R/∂η'_m
        return held(derivative(R_, eta(m)), derivative(h_, eta(m)));
    }
    Expr along(std::size_t k) const { return held(X_.apply(k, R_), X_.apply(k, h_)); }  // X_s R

    // With L = L_2 + L_1 + L_0:  t' = √(L_2(η')/(h + L_0)),  R = 2 √((h + L_0) L_2(η')) + L_1(η').
    std::pair<Expr, Expr> in_h(Expr h) const {
        Substitution at_rest, scaled;
        for (std::size_t k = 0; k < X_.n(); ++k) {
            at_rest.emplace_back(X_.eta()[k], s_.c.zero());
            scaled.emplace_back(X_.eta()[k], eta_[k]);
        }
        const Expr L = s_.L_in_frame(), L0 = substitute(L, at_rest),
                   L1 = dot(substitute(gradient(L, X_.eta()), at_rest), X_.eta());
        const Expr L2 = simplified(substitute(L - L1 - L0, scaled));
        return {sqrt(L2 / (h + L0)), 2 * sqrt((h + L0) * L2) + substitute(L1, scaled)};
    }

  private:
    Expr held(Expr df, Expr dh) const { return df - derivative(R_, t_) * dh / derivative(h_, t_); }

    const Setting& s_;
    const AdaptedFrame& X_;
    Expr t_, R_, h_;
    std::vector<Expr> eta_;
    Substitution in_rates_, zero_;
};

}  // namespace

Reason routh_time_inapplicable(const Setting& s) {
    if (Reason why = no_energy_integral(s)) return why;
    if (!is_quadratic(s.L_in_frame(), s.frame().eta()))
        return "the Lagrangian is not quadratic in the velocities";
    return std::nullopt;
}

// Routh's function for the time, ignored as a cyclic coordinate: t' from the energy integral h, ' = d/dτ,             002 (1.20)
//   R = L̂ t' − (L̂ − η_s ∂L̂/∂η_s) t' = Λ + h t',   (∂R/∂η'_s)' = c^m_rs η'_r ∂R/∂η'_m + X_s R
// R is homogeneous of degree 1 in η', so that these equations E_s = 0 satisfy η'_s E_s = 0 and leave τ open. Here t' is constant: h˙ = 0
// decides, with an unknown κ, which comes out as zero: E_s = κ ∂h/∂η'_s. Written in time, d/dτ = t' d/dt.
Equations routh_time(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const TimeIgnored ignored(s);
    const Expr t = ignored.t(),
               kappa = introduced(s.c, "kappa", SymbolKind::variable, "parameter of the motion");
    Equations e;
    const auto [t_of_h, R_of_h] = ignored.in_h(energy_constant(s));
    e.definitions.push_back({named("R"), R_of_h});
    e.definitions.push_back({named(name_of(t, false), name_of(t, true)), ignored.restricted(t_of_h)});
    for (const Expr& u : s.v) e.velocities.push_back(ignored.in_rates(X.in_eta(u)));
    Substitution last{{dot(t), s.c.zero()}};
    const Substitution kinematics = s.kinematics(e.velocities);
    last.insert(last.end(), kinematics.begin(), kinematics.end());

    FrameCovector y(std::vector<Expr>(X.n(), s.c.zero()));
    for (const std::size_t m : X.all_indices()) y[m] = ignored.momentum(m);
    const std::vector<Expr> state = ignored.free();
    std::vector<Expr> residuals, unknowns = dots(state);
    for (const std::size_t k : X.free_indices()) {
        const Expr brackets = ignored.restricted(
            sum(s.c, X.free_indices(), [&](std::size_t r) { return ignored.eta(r) * y(X.bracket(r, k)); }));
        const Expr momentum = ignored.restricted(y[k]), along = ignored.restricted(ignored.along(k));
        e.lines.push_back({momentum, {}, {{brackets / t, "brackets"}, {along / t, ""}}});
        const Expr slope = ignored.restricted(derivative(ignored.h(), ignored.eta(k)));
        residuals.push_back(substitute(t * Dt(momentum) - brackets - along - kappa * slope, last));
    }
    const Expr h = ignored.restricted(ignored.h());
    residuals.push_back(substitute(Dt(h), last));
    e.lines.push_back({h, {}, {{s.c.zero(), ""}}});
    unknowns.push_back(kappa);
    set_linear_system(e, residuals, unknowns);

    e.state = s.q;
    e.rates = s.rates(e.velocities);
    for (const std::size_t k : X.free_indices()) {
        e.state.push_back(state[k - 1]);
        e.rates.push_back(dot(state[k - 1]));
        e.state_of.emplace_back(state[k - 1], X.definition(k));
    }
    e.state.push_back(t);
    e.rates.push_back(s.c.zero());
    e.state_of.emplace_back(t, s.c.one());
    return e;
}

}  // namespace anholon
