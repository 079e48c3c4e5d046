#pragma once

#include <array>

#include "model/vector3.hpp"

namespace anholon {

// Axes that turn: those of space, seen in them, and their angular velocity.
struct Attitude {
    static Attitude of_space(Context& c);
    static Attitude of_quaternion(const std::array<Expr, 4>& q);  // a unit quaternion: ω = 2 q̄∘q̇, Ω = 2 q̇∘q̄
    // These axes, turned by an angle about a unit vector given in them.
    Attitude turned(const Vector3& axis, const Expr& angle, const Expr& rate) const;

    // A vector given in these axes, in those of space.
    Vector3 in_space(const Vector3& r) const { return {dot(alpha, r), dot(beta, r), dot(gamma, r)}; }

    Vector3 alpha, beta, gamma;  // the axes x, y, z of space
    Vector3 omega;               // the angular velocity in these axes
    Vector3 Omega;               // in axes of space
};

}  // namespace anholon
