#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

Reason ferrers_inapplicable(const Setting& s) { return needs_solved(s); }

// Ferrers:  (∂L*/∂q̇_s)˙ − (∂L/∂q̇_i)(∂q̇_i/∂q̇_s)˙ − (∂L/∂q_i)(∂q̇_i/∂q̇_s) = Q_s,                        theory §3.3
// the derivatives of the unrestricted L taken on the constraints.
Equations ferrers(const Setting& s) {
    const SolvedConstraints& g = s.solved();
    const Substitution restrict = g.restriction(s.system);
    const Expr L = substitute(s.L, restrict);
    const std::vector<Expr> velocity = substitute(s.v, restrict);
    Equations e;
    e.definitions.push_back({named("L*", "L^{*}"), L});
    std::vector<Expr> residuals, unknowns;
    for (const std::size_t k : g.independent) {
        const Expr p = derivative(L, s.v[k]);
        Expr left = s.c.zero(), force = s.c.zero();
        for (std::size_t i = 0; i < s.n(); ++i) {
            const Expr b = derivative(velocity[i], s.v[k]);
            left -= substitute(derivative(s.L, s.v[i]) * Dt(b) + derivative(s.L, s.q[i]) * b, restrict);
            force += b * substitute(s.Q[i], restrict);
        }
        e.lines.push_back({p, left, {{force, ""}}});
        residuals.push_back(substitute(Dt(p), restrict) + left - force);
        unknowns.push_back(dot(s.v[k]));
    }
    set_linear_system(e, residuals, unknowns);
    use_independent_state(s, e);
    return e;
}

}  // namespace anholon
