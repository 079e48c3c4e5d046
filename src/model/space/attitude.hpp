#pragma once

#include <array>

#include "model/space/vector3.hpp"

namespace anholon {

// A vector seen from axes that are turned by an angle about a unit vector.
Vector3 turned_back(const Vector3& r, const Vector3& axis, const Expr& angle);

// Axes that turn: those of space, seen in them, and their angular velocity.
struct Attitude {
    static Attitude of_space(Context& c);
    static Attitude of_quaternion(const std::array<Expr, 4>& q);  // a unit quaternion: ω = 2 q̄∘q̇, Ω = 2 q̇∘q̄
    // These axes, turned by an angle about a unit vector given in them.
    Attitude turned(const Vector3& axis, const Expr& angle, const Expr& rate) const;

    // A vector given in these axes, in those of space.
    Vector3 in_space(const Vector3& r) const { return {dot(alpha, r), dot(beta, r), dot(gamma, r)}; }
    // The other way round.
    Vector3 seen(const Vector3& r) const { return r[0] * alpha + r[1] * beta + r[2] * gamma; }

    Vector3 alpha, beta, gamma;  // the axes x, y, z of space
    Vector3 omega;               // the angular velocity in these axes
    Vector3 Omega;               // in axes of space
};

}  // namespace anholon
