#include "model/space/axes.hpp"

#include "expr/context.hpp"
#include "expr/zero.hpp"

namespace anholon {

std::array<Vector3, 3> level_axes(Context& c, const Vector3& n) {
    const Expr zero = c.zero(), one = c.one();
    const Expr square_of_level = square(n[0]) + square(n[1]);
    Vector3 first{one, zero, zero};
    if (!vanishes(square_of_level)) {
        const Expr level = vanishes(square_of_level - Rational(1)) ? one : sqrt(square_of_level);
        first = {-n[1] / level, n[0] / level, zero};
    }
    return {first, cross(n, first), n};
}

std::array<Vector3, 3> upright_axes(Context& c, const Vector3& n) {
    const auto level = level_axes(c, n);
    return {n, level[0], cross(n, level[0])};
}

std::array<Vector3, 3> axes_of_quaternion(const std::array<Expr, 4>& q) {
    const auto& [q0, q1, q2, q3] = q;
    const Expr a = square(q0), b = square(q1), c = square(q2), d = square(q3);
    const Rational two(2);
    return {Vector3{a + b - c - d, two * (q1 * q2 + q0 * q3), two * (q1 * q3 - q0 * q2)},
            Vector3{two * (q1 * q2 - q0 * q3), a - b + c - d, two * (q2 * q3 + q0 * q1)},
            Vector3{two * (q1 * q3 + q0 * q2), two * (q2 * q3 - q0 * q1), a - b - c + d}};
}

}  // namespace anholon
