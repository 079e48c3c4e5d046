#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/restricted.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

Reason voronets_inapplicable(const Setting& s) { return needs_solved(s); }

// Voronets, q̇_α = g_α(t, q, q̇_r) linear or not, θ_α = (∂L/∂q̇_α)*:                                   theory §3.4
//   (∂L*/∂q̇_r)˙ − ∂L*/∂q_r − (∂g_α/∂q̇_r) ∂L*/∂q_α
//     = Q*_r + θ_α { (∂g_α/∂q̇_r)˙ − ∂g_α/∂q_r − (∂g_β/∂q̇_r) ∂g_α/∂q_β }
Equations voronets(const Setting& s) {
    const Restricted on(s);
    const std::vector<Expr>& g = on.g().g;
    return on.equations([&](std::size_t r) {
        Expr left = -derivative(on.L(), s.q[r]), extra = s.c.zero();
        for (std::size_t a = 0; a < g.size(); ++a) {
            left -= on.b(a, r) * derivative(on.L(), s.q[on.alpha(a)]);
            Expr braces = Dt(on.b(a, r)) - derivative(g[a], s.q[r]);
            for (std::size_t beta = 0; beta < g.size(); ++beta)
                braces -= on.b(beta, r) * derivative(g[a], s.q[on.alpha(beta)]);
            extra += derivative(s.L, s.v[on.alpha(a)]) * braces;  // θ_α {…}
        }
        return Line{
            derivative(on.L(), s.v[r]), left, {{on.force(r), ""}, {extra, "terms of nonholonomicity"}}};
    });
}

}  // namespace anholon
