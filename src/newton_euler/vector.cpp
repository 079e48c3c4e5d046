#include "newton_euler/vector.hpp"

namespace anholon::newton_euler {

Vector Rotation::angular_velocity() const {
    Vector out;
    for (const Vector& axis : axes) out = out + Jet(0.5) * cross(axis, rate(axis));
    return out;
}

Rotation turn(const Vector& n, const Jet& angle) {
    const Jet s = sine(angle), c = cosine(angle);
    Rotation out = Rotation::none();
    for (Vector& e : out.axes) {
        const Vector along = dot(n, e) * n;
        e = along + c * (e - along) + s * cross(n, e);
    }
    return out;
}

// e + 2 q0 (v × e) + 2 v × (v × e), over the square of its length.
Rotation of_quaternion(const std::array<Jet, 4>& q) {
    const Vector v{{q[1], q[2], q[3]}};
    const Jet square = q[0] * q[0] + dot(v, v);
    Rotation out = Rotation::none();
    for (Vector& e : out.axes) {
        const Vector across = cross(v, e);
        e = e + (Jet(2.0) / square) * (q[0] * across + cross(v, across));
    }
    return out;
}

}  // namespace anholon::newton_euler
