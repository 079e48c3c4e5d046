#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/restricted.hpp"
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
    const Restricted on(s);
    return on.equations([&](std::size_t k) {
        Expr left = -derivative(on.L(), s.q[k]);
        for (std::size_t j = 0; j < on.g().g.size(); ++j)
            left -= on.b(j, k) * derivative(on.L(), s.q[on.alpha(j)]);
        return Line{derivative(on.L(), s.v[k]), left, {{on.force(k), ""}}};
    });
}

}  // namespace anholon
