#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

Reason lagrange_inapplicable(const Setting& s) {
    if (Reason why = needs_coordinates(s)) return why;
    if (!s.is_unconstrained())
        return "Lagrange's equations of the second kind require independent coordinates; this model has "
               "constraints";
    return std::nullopt;
}

// Lagrange, second kind:  [L]_i = Q_i.                                                            theory §3.2
Equations lagrange(const Setting& s) {
    const Covector E = s.lagrange(s.L), p = d(s.L, s.v);
    Equations e;
    std::vector<Expr> residuals;
    for (std::size_t i = 0; i < s.n(); ++i) {
        e.lines.push_back({p[i], E[i] - Dt(p[i]), {{s.Q[i], ""}}});
        residuals.push_back(E[i] - s.Q[i]);
    }
    set_linear_system(e, residuals, s.accelerations());
    use_coordinate_state(s, e);
    return e;
}

}  // namespace anholon
