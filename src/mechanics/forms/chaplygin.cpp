#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

Reason chaplygin_inapplicable(const Setting& s) {
    if (s.is_unconstrained()) return "there are no constraints";
    if (Reason why = needs_solved(s)) return why;
    const SolvedConstraints& g = s.solved();
    for (const std::size_t a : g.dependent) {
        const auto contains = [&](Expr e) {
            return is_zero_modulo_primes(derivative(e, s.q[a])).answer != Answer::yes;
        };
        const std::string name = "'" + s.q[a].symbol().name + "', whose velocity the constraints determine";
        if (contains(s.L)) return "the Lagrangian contains " + name;
        for (const Expr& e : g.g)
            if (contains(e)) return "the constraints contain " + name;
        for (const Expr& force : s.Q)
            if (contains(force)) return "a force contains " + name;
    }
    return std::nullopt;
}

// Chaplygin, L and g_α free of the q_α:  [L*]_r = Q*_r + θ_α [g_α]_r.                               theory §3.5
Equations chaplygin(const Setting& s) {
    const SolvedConstraints& g = s.solved();
    const Substitution restrict = g.restriction(s.system);
    const Expr L = substitute(s.L, restrict);
    const Covector left = s.lagrange(L);
    Equations e;
    e.definitions.push_back({named("L*", "L^{*}"), L});
    std::vector<Covector> brackets;
    for (const Expr& ga : g.g) brackets.push_back(s.lagrange(ga));
    std::vector<Expr> residuals, unknowns;
    for (const std::size_t r : g.independent) {
        Expr force = s.Q[r], extra = s.c.zero();
        for (std::size_t a = 0; a < g.dependent.size(); ++a) {
            force += derivative(g.g[a], s.v[r]) * s.Q[g.dependent[a]];
            extra += derivative(s.L, s.v[g.dependent[a]]) * brackets[a][r];
        }
        force = substitute(force, restrict);
        extra = substitute(extra, restrict);
        const Expr p = derivative(L, s.v[r]);
        e.lines.push_back({p, -derivative(L, s.q[r]), {{force, ""}, {extra, "terms of nonholonomicity"}}});
        residuals.push_back(substitute(left[r], restrict) - force - extra);
        unknowns.push_back(dot(s.v[r]));
    }
    set_linear_system(e, residuals, unknowns);
    use_independent_state(s, e);
    return e;
}

}  // namespace anholon
