#include "algebra/real_roots.hpp"

#include <cmath>

namespace anholon {

namespace {

constexpr long precision = 512;

// The sign of the polynomial at x; nothing where its ball holds zero.
std::optional<int> sign_at(std::span<const Ball> c, const Rational& x) {
    Ball sum(Rational(0), precision);
    const Ball at(x, precision);
    for (std::size_t k = c.size(); k-- > 0;) {
        Ball product;
        product.multiply(sum, at, precision);
        sum.add(product, c[k], precision);
    }
    if (!sum.is_finite()) return std::nullopt;
    if (sum.contains_zero()) {
        if (sum.radius() == 0 && sum.midpoint() == 0) return 0;
        return std::nullopt;
    }
    return sum.midpoint() > 0 ? 1 : -1;
}

// Whether it is so small there that a double root may be near.
bool is_tiny(std::span<const Ball> c, const Rational& x, long bits) {
    Ball sum(Rational(0), precision);
    double size = 0;
    const Ball at(x, precision);
    for (std::size_t k = c.size(); k-- > 0;) {
        Ball product;
        product.multiply(sum, at, precision);
        sum.add(product, c[k], precision);
        size = size * std::fabs(x.to_double()) + std::fabs(c[k].midpoint());
    }
    return !(std::fabs(sum.midpoint()) > std::ldexp(size, static_cast<int>(-bits)));
}

std::vector<Ball> derivative(std::span<const Ball> c) {
    std::vector<Ball> out;
    for (std::size_t k = 1; k < c.size(); ++k) {
        Ball product;
        product.multiply(c[k], Ball(Rational(static_cast<long>(k)), precision), precision);
        out.push_back(std::move(product));
    }
    return out;
}

// All roots have smaller absolute values: 1 + max |c_k/c_n| (Cauchy), as a power of two.
std::optional<Rational> bound(std::span<const Ball> c) {
    if (c.back().contains_zero()) return std::nullopt;
    double most = 0;
    for (const Ball& a : c) {
        Ball ratio;
        ratio.divide(a, c.back(), precision);
        if (!ratio.is_finite()) return std::nullopt;
        most = std::max(most, std::fabs(ratio.midpoint()) + ratio.radius());
    }
    if (!std::isfinite(most)) return std::nullopt;
    return pow(Rational(2), 1 + static_cast<long>(std::ceil(std::log2(1 + most))));
}

using Roots = std::vector<EnclosedRoot>;

// Between two points with opposite signs, the polynomial being monotone there.
std::optional<EnclosedRoot> bisected(std::span<const Ball> c, Rational low, Rational high, int low_sign,
                                     long bits) {
    const Rational width = (high - low) * pow(Rational(2), -bits);
    while (high - low > width) {
        Rational middle = (low + high) / Rational(2);
        const auto sign = sign_at(c, middle);
        if (!sign) return std::nullopt;
        if (*sign == 0) return EnclosedRoot{middle, middle};
        (*sign == low_sign ? low : high) = std::move(middle);
    }
    return EnclosedRoot{std::move(low), std::move(high)};
}

std::optional<Roots> roots_within(std::span<const Ball> c, const Rational& most, long bits) {
    if (c.size() < 2) return Roots();
    const std::vector<Ball> slope = derivative(c);
    const auto turns = roots_within(slope, most, bits + 20);
    if (!turns) return std::nullopt;
    // The pieces between the turns; a turn itself is too narrow to hold a simple root.
    Roots out;
    Rational from = -most;
    auto sign = sign_at(c, from);
    if (!sign) return std::nullopt;
    const auto piece = [&](const Rational& to) {
        const auto next = sign_at(c, to);
        if (!next) return false;
        if (*next == 0) {
            out.push_back({to, to});  // a multiple root
        } else if (*sign != 0 && *next != *sign) {
            auto root = bisected(c, from, to, *sign, bits);
            if (!root) return false;
            out.push_back(std::move(*root));
        }
        sign = next;
        return true;
    };
    for (const EnclosedRoot& turn : *turns) {
        if (!piece(turn.low)) return std::nullopt;
        if (!(turn.low == turn.high)) {
            const auto beyond = sign_at(c, turn.high);
            if (!beyond || *beyond != *sign || is_tiny(c, turn.high, bits)) return std::nullopt;
        }
        from = turn.high;
    }
    if (!piece(most)) return std::nullopt;
    return out;
}

}  // namespace

std::optional<std::vector<EnclosedRoot>> real_roots(std::span<const Ball> coefficients, long bits) {
    if (coefficients.size() < 2) return Roots();
    const auto most = bound(coefficients);
    if (!most) return std::nullopt;
    return roots_within(coefficients, *most, bits);
}

}  // namespace anholon
