#pragma once

#include <array>

#include "expr/expr.hpp"

namespace anholon {

using Vector3 = std::array<Expr, 3>;

Expr dot(const Vector3& a, const Vector3& b);
Vector3 cross(const Vector3& a, const Vector3& b);
Vector3 operator-(const Vector3& a);

// How a body is turned, by a unit quaternion q: the axes of space in axes of the body, and the angular velocity in both.
struct Attitude {
    explicit Attitude(const std::array<Expr, 4>& q);

    std::array<Expr, 4> q;
    Vector3 alpha, beta, gamma;  // the axes x, y, z of space
    Vector3 omega;               // in axes of the body, 2 q̄∘q̇
    Vector3 Omega;               // in axes of space, 2 q̇∘q̄
};

}  // namespace anholon
