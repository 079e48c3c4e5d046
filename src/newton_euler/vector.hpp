#pragma once

#include "newton_euler/jet.hpp"

// Vectors and rotations of numbers that carry their derivatives.
namespace anholon::newton_euler {

template <class Number>
struct VectorOf {
    std::array<Number, 3> entry{};
    Number& operator[](std::size_t i) { return entry[i]; }
    const Number& operator[](std::size_t i) const { return entry[i]; }
};
using Vector = VectorOf<Jet>;

template <class Number>
VectorOf<Number> operator+(const VectorOf<Number>& a, const VectorOf<Number>& b) {
    return {{a[0] + b[0], a[1] + b[1], a[2] + b[2]}};
}
template <class Number>
VectorOf<Number> operator-(const VectorOf<Number>& a, const VectorOf<Number>& b) {
    return {{a[0] - b[0], a[1] - b[1], a[2] - b[2]}};
}
template <class Number>
VectorOf<Number> operator-(const VectorOf<Number>& a) {
    return {{-a[0], -a[1], -a[2]}};
}
template <class Number>
VectorOf<Number> operator*(const Number& factor, const VectorOf<Number>& a) {
    return {{factor * a[0], factor * a[1], factor * a[2]}};
}
template <class Number>
Number dot(const VectorOf<Number>& a, const VectorOf<Number>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class Number>
VectorOf<Number> cross(const VectorOf<Number>& a, const VectorOf<Number>& b) {
    return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}
template <class Number>
Number length(const VectorOf<Number>& a) {
    return root(dot(a, a));
}
template <class Number>
VectorOf<Number> unit(const VectorOf<Number>& a) {
    return (Number(1.0) / length(a)) * a;
}
inline Vector rate(const Vector& a) { return {{rate(a[0]), rate(a[1]), rate(a[2])}}; }

// By columns: the axes of a body, in axes of space.
struct Rotation {
    std::array<Vector, 3> axes;

    static Rotation none() {
        return {{Vector{{1.0, 0.0, 0.0}}, Vector{{0.0, 1.0, 0.0}}, Vector{{0.0, 0.0, 1.0}}}};
    }
    Vector operator*(const Vector& r) const { return r[0] * axes[0] + r[1] * axes[1] + r[2] * axes[2]; }
    Rotation operator*(const Rotation& other) const {
        return {{*this * other.axes[0], *this * other.axes[1], *this * other.axes[2]}};
    }
    // A vector of space, seen in these axes.
    Vector seen(const Vector& r) const { return {{dot(axes[0], r), dot(axes[1], r), dot(axes[2], r)}}; }
    // Ṙ Rᵀ = [Ω]×
    Vector angular_velocity() const;
};

// Rodrigues: by an angle about a unit vector.
Rotation turn(const Vector& axis, const Jet& angle);
// Of a quaternion of any length.
Rotation of_quaternion(const std::array<Jet, 4>& q);

}  // namespace anholon::newton_euler
