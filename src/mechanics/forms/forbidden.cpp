#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/restricted.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

Reason forbidden_inapplicable(const Setting& s) {
    if (s.is_unconstrained()) return "there are no constraints to be put into the Lagrangian";
    return needs_solved(s);
}

// The forbidden form (Lindelöf's error): Lagrange's equations for the restricted L*,  [L*]_r = Q*_r.     theory §3.17
Equations forbidden(const Setting& s) {
    const Restricted on(s);
    return on.equations([&](std::size_t r) {
        return Line{derivative(on.L(), s.v[r]), -derivative(on.L(), s.q[r]), {{on.force(r), ""}}};
    });
}

}  // namespace anholon
