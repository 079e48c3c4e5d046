#include "model/space/attitude.hpp"

#include "expr/context.hpp"

namespace anholon {

Attitude Attitude::of_space(Context& c) {
    const Expr one = c.one(), zero = c.zero();
    const Vector3 nothing{zero, zero, zero};
    return {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}, nothing, nothing};
}

Attitude Attitude::of_quaternion(const std::array<Expr, 4>& q) {
    const auto& [q0, q1, q2, q3] = q;
    const Rational two(2);
    Attitude out;
    out.alpha = {square(q0) + square(q1) - square(q2) - square(q3), two * (q1 * q2 - q0 * q3),
                 two * (q1 * q3 + q0 * q2)};
    out.beta = {two * (q1 * q2 + q0 * q3), square(q0) - square(q1) + square(q2) - square(q3),
                two * (q2 * q3 - q0 * q1)};
    out.gamma = {two * (q1 * q3 - q0 * q2), two * (q2 * q3 + q0 * q1),
                 square(q0) - square(q1) - square(q2) + square(q3)};
    for (std::size_t i = 0; i < 3; ++i) {
        const Expr &a = q[i + 1], &b = q[(i + 1) % 3 + 1], &c = q[(i + 2) % 3 + 1];
        const Expr along = q0 * dot(a) - a * dot(q0), around = b * dot(c) - c * dot(b);
        out.omega[i] = two * (along - around);
        out.Omega[i] = two * (along + around);
    }
    return out;
}

// r = n (n·r) + r⊥ becomes  n (n·r) + r⊥ cos φ − n×r sin φ, by the matrix n nᵀ + (1 − n nᵀ) cos φ − [n]× sin φ.
Vector3 turned_back(const Vector3& r, const Vector3& n, const Expr& angle) {
    const Expr c = cos(angle), s = sin(angle);
    Vector3 out;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = (n[i] * n[i] + (Rational(1) - n[i] * n[i]) * c) * r[i] +
                 (n[i] * n[j] * (Rational(1) - c) + n[k] * s) * r[j] +
                 (n[i] * n[k] * (Rational(1) - c) - n[j] * s) * r[k];
    }
    return out;
}

Attitude Attitude::turned(const Vector3& n, const Expr& angle, const Expr& rate) const {
    const auto seen = [&](const Vector3& r) { return turned_back(r, n, angle); };
    return {seen(alpha), seen(beta), seen(gamma), seen(omega) + rate * n, Omega + rate * in_space(n)};
}

}  // namespace anholon
