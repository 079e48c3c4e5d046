#pragma once

#include <array>

#include "expr/expr.hpp"

namespace anholon {

using Vector3 = std::array<Expr, 3>;

Expr square(const Expr& e);
Expr dot(const Vector3& a, const Vector3& b);
Vector3 cross(const Vector3& a, const Vector3& b);
bool is_parallel(const Vector3& a, const Vector3& b);  // a × b vanishes
Vector3 operator-(const Vector3& a);
Vector3 operator+(const Vector3& a, const Vector3& b);
Vector3 operator-(const Vector3& a, const Vector3& b);
Vector3 operator*(const Expr& factor, const Vector3& a);

}  // namespace anholon
