#pragma once

#include <cstdint>

namespace anholon::proof {

// The set of signs that a real number may have.
struct Signs {
    enum : std::uint8_t { negative = 1, zero = 2, positive = 4 };
    std::uint8_t set = negative | zero | positive;

    static constexpr Signs only(std::uint8_t set) { return {set}; }
    static constexpr Signs of(int sign) { return {sign < 0 ? negative : sign == 0 ? zero : positive}; }
    static constexpr Signs any() { return {}; }
    bool is_empty() const { return set == 0; }
    bool is_within(std::uint8_t other) const { return (set & ~other) == 0; }
    friend bool operator==(Signs, Signs) = default;
    friend Signs operator&(Signs a, Signs b) { return {static_cast<std::uint8_t>(a.set & b.set)}; }

    friend Signs operator-(Signs a) {
        return {static_cast<std::uint8_t>((a.set & zero) | (a.set & negative ? positive : 0) |
                                          (a.set & positive ? negative : 0))};
    }
    friend Signs operator+(Signs a, Signs b) {
        std::uint8_t out = 0;
        if (a.set & zero) out |= b.set;
        if (b.set & zero) out |= a.set;
        if (a.set & b.set & positive) out |= positive;
        if (a.set & b.set & negative) out |= negative;
        if ((a.set & positive && b.set & negative) || (a.set & negative && b.set & positive))
            out = negative | zero | positive;
        return {out};
    }
    friend Signs operator*(Signs a, Signs b) {
        if (a.is_empty() || b.is_empty()) return {0};
        std::uint8_t out = 0;
        if ((a.set | b.set) & zero) out |= zero;
        if ((a.set & b.set & positive) || (a.set & b.set & negative)) out |= positive;
        if ((a.set & positive && b.set & negative) || (a.set & negative && b.set & positive)) out |= negative;
        return {out};
    }
    // a^n, a ≠ 0 if n < 0
    static Signs power(Signs a, long n) {
        if (n == 0) return only(positive);
        if (n < 0) a = a & only(negative | positive);
        if (n % 2 != 0) return a;
        return {static_cast<std::uint8_t>((a.set & zero) | (a.set & (negative | positive) ? positive : 0))};
    }
};

}  // namespace anholon::proof
