#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/restricted.hpp"
#include "mechanics/forms/writing.hpp"
#include "mechanics/tied_coordinates.hpp"

namespace anholon {

Reason forbidden_inapplicable(const Setting& s) {
    if (s.is_unconstrained()) return "there are no constraints to substitute into the Lagrangian";
    if (const Reason why = needs_solved(s)) return why;
    return TiedCoordinates(s).why_not;
}

// The forbidden form (Lindelöf's error): Lagrange's equations for the restricted L*,  [L*]_r = Q*_r.     theory §3.17
// To put a geometric constraint in is no error. It is put in with its coordinates, not with their velocities alone: ∂L*/∂q_r is that of
// L* as a function of the coordinates that no such constraint ties.
Equations forbidden(const Setting& s) {
    const Restricted on(s);
    const TiedCoordinates tied(s);
    return on.equations([&](std::size_t r) {
        return Line{derivative(on.L(), s.v[r]), -tied.derivative(s, on.L(), r), {{on.force(r), ""}}};
    });
}

}  // namespace anholon
