#pragma once

#include <array>

#include "model/space/vector3.hpp"

namespace anholon {

// q∘p
std::array<Expr, 4> product(const std::array<Expr, 4>& q, const std::array<Expr, 4>& p);

// The rates of a quaternion that turns with the angular velocity w, in axes of the body or of space, while its length grows with s = (q·q)˙:
//   q̇ = ½ q∘ω + ½ q s = ½ Ω∘q + ½ q s,  q·q = 1.
enum class OmegaAxes { body, space };
std::array<Expr, 4> quaternion_rates(const std::array<Expr, 4>& q, const Vector3& w, OmegaAxes axes,
                                     const Expr& s);

}  // namespace anholon
