#include "model/attitude.hpp"

#include "expr/context.hpp"

namespace anholon {

namespace {

Expr square(const Expr& e) { return pow(e, Rational(2)); }

}  // namespace

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

// Seen in the turned axes, a vector r = n (n·r) + r⊥ is turned back:  n (n·r) + r⊥ cos φ − n×r sin φ.
Attitude Attitude::turned(const Vector3& n, const Expr& angle, const Expr& rate) const {
    const Expr c = cos(angle), s = sin(angle);
    const auto seen = [&](const Vector3& r) {
        const Vector3 along = dot(n, r) * n;
        return along + c * (r - along) - s * cross(n, r);
    };
    return {seen(alpha), seen(beta), seen(gamma), seen(omega) + rate * n, Omega + rate * in_space(n)};
}

}  // namespace anholon
