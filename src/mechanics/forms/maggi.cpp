#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/projection.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

Reason maggi_inapplicable(const Setting& s) { return needs_coordinates(s); }

// Maggi:  B_is ([L]_i − Q_i) = 0,  s free.                                                       theory §3.6
Equations maggi(const Setting& s) { return projected(s, s.lagrange(s.L) - s.Q); }

Reason nielsen_inapplicable(const Setting& s) { return needs_coordinates(s); }

// Nielsen:  ∂Ṫ/∂q̇_i − 2 ∂T/∂q_i  in place of [T]_i.                                               theory §3.13
Equations nielsen(const Setting& s) {
    return projected(s, d(Dt(s.T), s.v) - s.c.number(2) * d(s.T, s.q) + d(s.V, s.q) - s.Q);
}

Reason tzenoff_inapplicable(const Setting& s) { return needs_coordinates(s); }

// Tzénoff:  ½ (∂T̈/∂q̈_i − 3 ∂T/∂q_i)  in place of [T]_i.                                           theory §3.13
Equations tzenoff(const Setting& s) {
    const Covector T2 = d(Dt(Dt(s.T)), s.accelerations());
    return projected(s, s.c.number(Rational(1, 2)) * (T2 - s.c.number(3) * d(s.T, s.q)) + d(s.V, s.q) - s.Q);
}

}  // namespace anholon
