#include "model/attitude.hpp"

namespace anholon {

Expr dot(const Vector3& a, const Vector3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector3 cross(const Vector3& a, const Vector3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vector3 operator-(const Vector3& a) { return {-a[0], -a[1], -a[2]}; }

namespace {

Expr square(const Expr& e) { return pow(e, Rational(2)); }

}  // namespace

Attitude::Attitude(const std::array<Expr, 4>& q) : q(q) {
    const auto& [q0, q1, q2, q3] = q;
    const Rational two(2);
    alpha = {square(q0) + square(q1) - square(q2) - square(q3), two * (q1 * q2 - q0 * q3),
             two * (q1 * q3 + q0 * q2)};
    beta = {two * (q1 * q2 + q0 * q3), square(q0) - square(q1) + square(q2) - square(q3),
            two * (q2 * q3 - q0 * q1)};
    gamma = {two * (q1 * q3 - q0 * q2), two * (q2 * q3 + q0 * q1),
             square(q0) - square(q1) - square(q2) + square(q3)};
    for (std::size_t i = 0; i < 3; ++i) {
        const Expr &a = q[i + 1], &b = q[(i + 1) % 3 + 1], &c = q[(i + 2) % 3 + 1];
        const Expr along = q0 * dot(a) - a * dot(q0), around = b * dot(c) - c * dot(b);
        omega[i] = two * (along - around);
        Omega[i] = two * (along + around);
    }
}

}  // namespace anholon
