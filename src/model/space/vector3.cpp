#include "model/space/vector3.hpp"

#include <algorithm>

#include "expr/zero.hpp"

namespace anholon {

Expr square(const Expr& e) { return pow(e, Rational(2)); }

Expr dot(const Vector3& a, const Vector3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector3 cross(const Vector3& a, const Vector3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

bool is_parallel(const Vector3& a, const Vector3& b) {
    return std::ranges::all_of(cross(a, b), [](const Expr& e) { return vanishes(e); });
}

Vector3 operator-(const Vector3& a) { return {-a[0], -a[1], -a[2]}; }
Vector3 operator+(const Vector3& a, const Vector3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Vector3 operator-(const Vector3& a, const Vector3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Vector3 operator*(const Expr& factor, const Vector3& a) {
    return {factor * a[0], factor * a[1], factor * a[2]};
}

}  // namespace anholon
