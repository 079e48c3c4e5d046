#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

Reason redundant_inapplicable(const Setting& s) {
    if (s.is_unconstrained()) return "no coordinate is redundant: there are no constraints";
    if (Reason why = needs_coordinates_and_frame(s)) return why;
    if (Reason why = needs_solved(s)) return why;
    if (s.frame().is_closed() != Answer::yes) return "the constraints are not integrable";
    return std::nullopt;
}

// Generalised Lagrange equations in redundant coordinates, integrable constraints q̇_j = b_js q̇_s + b_j0:   theory §3.2, 002 §1.3
//   (∂L*/∂q̇_s)˙ − ∂L*/∂q_s − b_js ∂L*/∂q_j = Q*_s
Equations redundant(const Setting& s) {
    const SolvedConstraints& g = s.solved();
    const Substitution restrict = g.restriction(s.system);
    const Expr L = substitute(s.L, restrict);
    Equations e;
    e.definitions.push_back({named("L*", "L^{*}"), L});
    std::vector<Expr> residuals, unknowns;
    for (const std::size_t i : g.independent) {
        const Expr p = derivative(L, s.v[i]);
        Expr left = -derivative(L, s.q[i]), force = s.Q[i];
        for (std::size_t k = 0; k < g.dependent.size(); ++k) {
            const Expr b = derivative(g.g[k], s.v[i]);
            left -= b * derivative(L, s.q[g.dependent[k]]);
            force += b * s.Q[g.dependent[k]];
        }
        e.lines.push_back({p, left, {{substitute(force, restrict), ""}}});
        residuals.push_back(substitute(Dt(p) + left - force, restrict));
        unknowns.push_back(dot(s.v[i]));
    }
    set_linear_system(e, residuals, unknowns);
    use_independent_state(s, e);
    return e;
}

}  // namespace anholon
