#include "proof/real_numbers.hpp"

namespace anholon::proof {

Ball RealNumbers::add(const Ball& a, const Ball& b) const {
    Ball out;
    out.add(a, b, precision_);
    return out;
}

Ball RealNumbers::negate(const Ball& a) const { return multiply(a, from(-1)); }

Ball RealNumbers::multiply(const Ball& a, const Ball& b) const {
    Ball out;
    out.multiply(a, b, precision_);
    return out;
}

Ball RealNumbers::inverse(const Ball& a) const {
    if (a.contains_zero()) throw NoValue{"it divides by zero, or by what may be zero"};
    Ball out;
    out.divide(from(1), a, precision_);
    return out;
}

Ball RealNumbers::power(const Ball& a, long n) const {
    if (n < 0) return power(inverse(a), -n);
    Ball out;
    out.power(a, Rational(n), precision_);
    return out;
}

bool RealNumbers::is_positive(const Ball& v) const {
    if (v.contains_zero())
        throw NoValue{"the argument of an absolute value, a sign or a condition is zero, or may be"};
    return v.midpoint_sign() > 0;
}

Ball RealNumbers::applied(Ball::Operation f, const Ball& a) const {
    Ball out;
    out.apply(f, a, precision_);
    return out;
}

// Fractional powers are declared for positive numbers, so a model's cube root of a negative number is not used.
Ball RealNumbers::root(const Ball& a, long n) const {
    if (a.contains_zero() || a.midpoint_sign() < 0)
        throw NoValue{"it has the root of a number that is not positive"};
    Ball out;
    out.power(a, Rational(1, n), precision_);
    return out;
}

Ball RealNumbers::atan2(const Ball& y, const Ball& x) const {
    Ball out;
    out.atan2(y, x, precision_);
    return out;
}

}  // namespace anholon::proof
