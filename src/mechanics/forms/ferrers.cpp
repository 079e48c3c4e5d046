#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/restricted.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

Reason ferrers_inapplicable(const Setting& s) { return needs_solved(s); }

// Ferrers:  (∂L*/∂q̇_s)˙ − (∂L/∂q̇_i)(∂q̇_i/∂q̇_s)˙ − (∂L/∂q_i)(∂q̇_i/∂q̇_s) = Q_s,                        theory §3.3
// the derivatives of the unrestricted L taken on the constraints.
Equations ferrers(const Setting& s) {
    const Restricted on(s);
    const Covector p = d(s.L, s.v), dL = d(s.L, s.q);
    return on.equations([&](std::size_t k) {
        Expr left = s.c.zero();
        for (std::size_t i = 0; i < s.n(); ++i) {
            const Expr b = derivative(on(s.v[i]), s.v[k]);  // ∂q̇_i/∂q̇_s
            left -= p[i] * Dt(b) + dL[i] * b;
        }
        return Line{derivative(on.L(), s.v[k]), left, {{on.force(k), ""}}};
    });
}

}  // namespace anholon
