#pragma once

#include <array>
#include <limits>

// Numbers that carry their derivatives. Nothing symbolic takes part in them.
namespace anholon::newton_euler {

// A function at a point: its value and its first four derivatives.
using Derivatives = std::array<double, 5>;

// A number along a motion, c0 + c1 ε + c2 ε² at the time t + ε, and its slope in one direction of the path, likewise in ε.
// What is not known of it is NaN.
struct Jet {
    std::array<double, 3> c{}, d{};

    Jet() = default;
    Jet(double constant) : c{constant, 0, 0} {}

    double value() const { return c[0]; }
    bool is_constant() const { return c[1] == 0 && c[2] == 0 && d == std::array<double, 3>{}; }
};

Jet operator+(const Jet& a, const Jet& b);
Jet operator-(const Jet& a, const Jet& b);
Jet operator-(const Jet& a);
Jet operator*(const Jet& a, const Jet& b);
// f(a), where f has these derivatives at the value of a.
Jet composed(const Derivatives& f, const Jet& a);
// ȧ: of ä nothing is known then.
Jet rate(const Jet& a);

// A number with its slope in one more direction: a parameter of a surface.
struct Sloped {
    Jet at, slope;

    Sloped() = default;
    Sloped(double constant) : at(constant) {}
    Sloped(const Jet& at, const Jet& slope = 0.0) : at(at), slope(slope) {}

    double value() const { return at.value(); }
    bool is_constant() const { return at.is_constant() && slope.is_constant() && slope.value() == 0; }
};

Sloped operator+(const Sloped& a, const Sloped& b);
Sloped operator-(const Sloped& a, const Sloped& b);
Sloped operator-(const Sloped& a);
Sloped operator*(const Sloped& a, const Sloped& b);
Sloped composed(const Derivatives& f, const Sloped& a);
Sloped rate(const Sloped& a);

// Of a Jet or a Sloped number.
template <class Number>
Number operator/(const Number& a, const Number& b);
template <class Number>
Number power(const Number& a, double exponent);
template <class Number>
Number power(const Number& a, const Number& exponent);
template <class Number>
Number sine(const Number& a);
template <class Number>
Number cosine(const Number& a);
template <class Number>
Number root(const Number& a) {
    return power(a, 0.5);
}

}  // namespace anholon::newton_euler
