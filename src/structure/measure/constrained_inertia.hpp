#pragma once

#include "mechanics/setting.hpp"

namespace anholon {

// M = ∂²L̂/∂η∂η, which holds no velocities, on the constraints: G is its block of the free η, K_α^s = M_αk G^ks, so that the
// momenta of the forbidden directions are y_α = K_α^s y_s for L without terms linear in velocities.
struct ConstrainedInertia {
    Matrix M, G, inverse_G, K;  // K has n rows, those of the free ones empty
    Expr det_G;
    bool is_regular = false;  // without it inverse_G and K are empty
};
ConstrainedInertia constrained_inertia(const Setting& s);

}  // namespace anholon
