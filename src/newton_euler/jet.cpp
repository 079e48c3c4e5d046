#include "newton_euler/jet.hpp"

#include <cmath>

namespace anholon::newton_euler {

namespace {

using Series = std::array<double, 3>;

Series product(const Series& a, const Series& b) {
    return {a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[0] * b[2] + a[1] * b[1] + a[2] * b[0]};
}

// f(a) as a series, with f, f′ and f″ at a0.
Series series(const double* f, const Series& a) {
    return {f[0], f[1] * a[1], f[1] * a[2] + f[2] * a[1] * a[1] / 2};
}

Derivatives derivatives_of_power(double x, double exponent) {
    Derivatives out{};
    double factor = 1;
    for (std::size_t k = 0; k < out.size(); ++k) {
        // A whole power of zero has derivatives, of which the higher ones vanish.
        if (factor != 0) out[k] = factor * std::pow(x, exponent - static_cast<double>(k));
        factor *= exponent - static_cast<double>(k);
    }
    return out;
}

}  // namespace

Jet operator+(const Jet& a, const Jet& b) {
    Jet out;
    for (std::size_t k = 0; k < 3; ++k) {
        out.c[k] = a.c[k] + b.c[k];
        out.d[k] = a.d[k] + b.d[k];
    }
    return out;
}

Jet operator-(const Jet& a) {
    Jet out;
    for (std::size_t k = 0; k < 3; ++k) {
        out.c[k] = -a.c[k];
        out.d[k] = -a.d[k];
    }
    return out;
}

Jet operator-(const Jet& a, const Jet& b) { return a + -b; }

Jet operator*(const Jet& a, const Jet& b) {
    Jet out;
    out.c = product(a.c, b.c);
    const Series left = product(a.d, b.c), right = product(a.c, b.d);
    for (std::size_t k = 0; k < 3; ++k) out.d[k] = left[k] + right[k];
    return out;
}

Jet composed(const Derivatives& f, const Jet& a) {
    Jet out;
    out.c = series(f.data(), a.c);
    out.d = product(series(f.data() + 1, a.c), a.d);
    return out;
}

Jet rate(const Jet& a) {
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    Jet out;
    out.c = {a.c[1], 2 * a.c[2], unknown};
    out.d = {a.d[1], 2 * a.d[2], unknown};
    if (a.is_constant()) out = 0.0;
    return out;
}

Sloped operator+(const Sloped& a, const Sloped& b) { return {a.at + b.at, a.slope + b.slope}; }
Sloped operator-(const Sloped& a, const Sloped& b) { return {a.at - b.at, a.slope - b.slope}; }
Sloped operator-(const Sloped& a) { return {-a.at, -a.slope}; }
Sloped operator*(const Sloped& a, const Sloped& b) { return {a.at * b.at, a.slope * b.at + a.at * b.slope}; }

Sloped composed(const Derivatives& f, const Sloped& a) {
    const Derivatives next{f[1], f[2], f[3], f[4], std::numeric_limits<double>::quiet_NaN()};
    return {composed(f, a.at), composed(next, a.at) * a.slope};
}

Sloped rate(const Sloped& a) { return {rate(a.at), rate(a.slope)}; }

template <class Number>
Number power(const Number& a, double exponent) {
    return composed(derivatives_of_power(a.value(), exponent), a);
}

template <class Number>
Number operator/(const Number& a, const Number& b) {
    return a * power(b, -1.0);
}

template <class Number>
Number power(const Number& a, const Number& exponent) {
    if (exponent.is_constant()) return power(a, exponent.value());
    const double x = a.value();
    const Number logarithm =
        composed({std::log(x), 1 / x, -1 / (x * x), 2 / (x * x * x), -6 / (x * x * x * x)}, a);
    const Number whole = exponent * logarithm;
    const double e = std::exp(whole.value());
    return composed({e, e, e, e, e}, whole);
}

template <class Number>
Number sine(const Number& a) {
    const double s = std::sin(a.value()), c = std::cos(a.value());
    return composed({s, c, -s, -c, s}, a);
}

template <class Number>
Number cosine(const Number& a) {
    const double s = std::sin(a.value()), c = std::cos(a.value());
    return composed({c, -s, -c, s, c}, a);
}

template Jet operator/(const Jet&, const Jet&);
template Sloped operator/(const Sloped&, const Sloped&);
template Jet power(const Jet&, double);
template Sloped power(const Sloped&, double);
template Jet power(const Jet&, const Jet&);
template Sloped power(const Sloped&, const Sloped&);
template Jet sine(const Jet&);
template Sloped sine(const Sloped&);
template Jet cosine(const Jet&);
template Sloped cosine(const Sloped&);

}  // namespace anholon::newton_euler
