#include "model/space/quaternion_rates.hpp"

namespace anholon {

std::array<Expr, 4> product(const std::array<Expr, 4>& q, const std::array<Expr, 4>& p) {
    const Vector3 u{q[1], q[2], q[3]}, v{p[1], p[2], p[3]};
    const Vector3 w = q[0] * v + p[0] * u + cross(u, v);
    return {q[0] * p[0] - dot(u, v), w[0], w[1], w[2]};
}

std::array<Expr, 4> quaternion_rates(const std::array<Expr, 4>& q, const Vector3& w, OmegaAxes axes,
                                     const Expr& s) {
    const Rational half(1, 2);
    const Vector3 vector{q[1], q[2], q[3]};
    const Vector3 turned = axes == OmegaAxes::space ? cross(w, vector) : cross(vector, w);
    std::array<Expr, 4> out;
    out[0] = half * (q[0] * s - dot(vector, w));
    for (std::size_t i = 0; i < 3; ++i) out[i + 1] = half * (q[0] * w[i] + turned[i] + vector[i] * s);
    return out;
}

}  // namespace anholon
