#pragma once

#include <array>

#include "model/space/vector3.hpp"

// Orthonormal axes, each as a vector in axes of space.
namespace anholon {

// The third is a unit vector and the first is level, so that turns about the third are seen as they are.
std::array<Vector3, 3> level_axes(Context& c, const Vector3& third);
// The first is a unit vector and the second is level.
std::array<Vector3, 3> upright_axes(Context& c, const Vector3& first);
// Those of a unit quaternion, whose components may be any expressions.
std::array<Vector3, 3> axes_of_quaternion(const std::array<Expr, 4>& q);

}  // namespace anholon
