#pragma once

#include "model/space/vector3.hpp"

namespace anholon {

// I at the mass centre in axes of the body; T = ½ ω·Iω.
struct InertiaTensor {
    Vector3 diagonal;
    Vector3 products;  // I12, I13, I23

    Vector3 times(const Vector3& omega) const;
    Expr energy(const Vector3& omega) const;
    bool is_of_revolution_about(const Vector3& axis) const;
};

}  // namespace anholon
