#pragma once

#include <array>
#include <optional>

#include "scene/scene.hpp"

namespace anholon {

using Quaternion = std::array<double, 4>;  // x, y, z, w

// Of the turn that takes the axes 1, 2, 3 of space to axes of which 1 and 3 are given: 3 as it is, 1 as far as it is across 3.
// Nothing where they do not determine axes.
std::optional<Quaternion> quaternion_of(const Point3& first, const Point3& third);
// The same where only one of the two is a direction, as of a disc whose axis points upward: about it, the turn is as near as it can be to the
// one before, or to axes of space if there is none.
std::optional<Quaternion> quaternion_by_one(const Point3& first, const Point3& third,
                                            const Quaternion* before);
// By rows, of a unit quaternion.
std::array<Point3, 3> rotation(const Quaternion& q);
// q or −q, whichever is nearer to the other.
Quaternion nearer(const Quaternion& q, const Quaternion& other);

}  // namespace anholon
