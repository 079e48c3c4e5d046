#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/restricted.hpp"
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
    const Restricted on(s);
    std::vector<Covector> brackets;  // [g_α]
    for (const Expr& g : on.g().g) brackets.push_back(s.lagrange(g));
    return on.equations([&](std::size_t r) {
        Expr extra = s.c.zero();
        for (std::size_t a = 0; a < brackets.size(); ++a)
            extra += derivative(s.L, s.v[on.alpha(a)]) * brackets[a][r];  // θ_α [g_α]_r
        return Line{derivative(on.L(), s.v[r]),
                    -derivative(on.L(), s.q[r]),
                    {{on.force(r), ""}, {extra, "terms of nonholonomicity"}}};
    });
}

}  // namespace anholon
