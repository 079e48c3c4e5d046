#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

Reason voronets_inapplicable(const Setting& s) { return needs_solved(s); }

// Voronets, q̇_α = g_α(t, q, q̇_r) linear or not, θ_α = (∂L/∂q̇_α)*:                                   theory §3.4
//   (∂L*/∂q̇_r)˙ − ∂L*/∂q_r − (∂g_α/∂q̇_r) ∂L*/∂q_α
//     = Q*_r + θ_α { (∂g_α/∂q̇_r)˙ − ∂g_α/∂q_r − (∂g_β/∂q̇_r) ∂g_α/∂q_β }
Equations voronets(const Setting& s) {
    const SolvedConstraints& g = s.solved();
    const Substitution restrict = g.restriction(s.system);
    const Expr L = substitute(s.L, restrict);
    Equations e;
    e.definitions.push_back({named("L*", "L^{*}"), L});
    std::vector<Expr> residuals, unknowns;
    for (const std::size_t r : g.independent) {
        const Expr p = derivative(L, s.v[r]);
        Expr left = -derivative(L, s.q[r]), force = s.Q[r], extra = s.c.zero();
        for (std::size_t a = 0; a < g.dependent.size(); ++a) {
            const Expr b = derivative(g.g[a], s.v[r]);
            left -= b * derivative(L, s.q[g.dependent[a]]);
            force += b * s.Q[g.dependent[a]];
            Expr braces = Dt(b) - derivative(g.g[a], s.q[r]);
            for (std::size_t beta = 0; beta < g.dependent.size(); ++beta)
                braces -= derivative(g.g[beta], s.v[r]) * derivative(g.g[a], s.q[g.dependent[beta]]);
            extra += derivative(s.L, s.v[g.dependent[a]]) * braces;
        }
        force = substitute(force, restrict);
        extra = substitute(extra, restrict);
        e.lines.push_back({p, left, {{force, ""}, {extra, "terms of nonholonomicity"}}});
        residuals.push_back(substitute(Dt(p), restrict) + left - force - extra);
        unknowns.push_back(dot(s.v[r]));
    }
    set_linear_system(e, residuals, unknowns);
    use_independent_state(s, e);
    return e;
}

}  // namespace anholon
