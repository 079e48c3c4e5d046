#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

Reason forbidden_inapplicable(const Setting& s) {
    if (s.is_unconstrained()) return "there are no constraints to be put into the Lagrangian";
    return needs_solved(s);
}

// The forbidden form (Lindelöf's error): Lagrange's equations for the restricted L*,  [L*]_r = Q*_r.     theory §3.17
Equations forbidden(const Setting& s) {
    const SolvedConstraints& g = s.solved();
    const Substitution restrict = g.restriction(s.system);
    const Expr L = substitute(s.L, restrict);
    const Covector left = s.lagrange(L);
    Equations e;
    e.definitions.push_back({named("L*", "L^{*}"), L});
    std::vector<Expr> residuals, unknowns;
    for (const std::size_t r : g.independent) {
        Expr force = s.Q[r];
        for (std::size_t a = 0; a < g.dependent.size(); ++a)
            force += derivative(g.g[a], s.v[r]) * s.Q[g.dependent[a]];
        force = substitute(force, restrict);
        e.lines.push_back({derivative(L, s.v[r]), -derivative(L, s.q[r]), {{force, ""}}});
        residuals.push_back(substitute(left[r], restrict) - force);
        unknowns.push_back(dot(s.v[r]));
    }
    set_linear_system(e, residuals, unknowns);
    use_independent_state(s, e);
    return e;
}

}  // namespace anholon
