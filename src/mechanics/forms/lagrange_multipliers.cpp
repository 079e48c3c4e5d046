#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

Reason lagrange_multipliers_inapplicable(const Setting&) { return std::nullopt; }

// Lagrange, first kind:  [L]_i = Q_i + λ_μ ∂f_μ/∂q̇_i,  f_μ = 0.                                   theory §3.1
Equations lagrange_multipliers(const Setting& s) {
    const Covector E = s.lagrange(s.L), p = d(s.L, s.v);
    const std::vector<Expr> f = s.velocity_constraints(), lambda = s.multipliers();
    const Matrix df = f.empty() ? Matrix() : jacobian(f, s.v);

    const auto rate_of = [&](Expr f) { return substitute(Dt(f), s.kinematics(s.v)); };

    Equations e;
    std::vector<Expr> residuals;
    for (std::size_t i = 0; i < s.n(); ++i) {
        std::vector<Line::Part> right{{s.Q[i], ""}};
        Expr reaction = s.c.zero();
        for (std::size_t k = 0; k < f.size(); ++k) reaction += lambda[k] * df(k, i);
        right.push_back({reaction, "reactions"});
        e.lines.push_back({p[i], E[i] - rate_of(p[i]), right});
        residuals.push_back(E[i] - s.Q[i] - reaction);
    }
    std::vector<Expr> unknowns = s.accelerations();
    for (std::size_t k = 0; k < f.size(); ++k) {
        residuals.push_back(rate_of(f[k]));
        unknowns.push_back(lambda[k]);
        e.lines.push_back({{}, f[k], {}});
    }
    set_linear_system(e, residuals, unknowns);
    use_coordinate_state(s, e);
    return e;
}

}  // namespace anholon
