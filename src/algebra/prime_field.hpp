#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <span>

#include "algebra/rational.hpp"

namespace anholon {

// An element of the integers modulo p, in Montgomery's form a·2⁶⁴ mod p.
struct Residue {
    std::uint64_t word = 0;
    friend bool operator==(Residue, Residue) = default;
    bool is_zero() const { return word == 0; }
};

// The integers modulo a prime p = 2r + 1 with r prime, p ≡ 3 mod 4, of 62 bits.
//
// The nonzero squares form a group of prime order r, and they play the positive numbers: −1 is no square, the
// square of a product is the product of signs, and a square has exactly one n-th root that is a square
// again, for every 0 < n < r. So √, |·| and fractional powers obey the laws they have for real numbers.
class PrimeField {
  public:
    explicit PrimeField(std::uint64_t p);

    std::uint64_t prime() const { return p_; }
    Residue zero() const { return {0}; }
    Residue one() const { return one_; }
    Residue from(std::uint64_t a) const { return multiply({a % p_}, squared_radix_); }
    // a/b; nothing if p divides b.
    std::optional<Residue> from(const Rational& a) const;
    std::uint64_t value(Residue a) const { return reduce(a.word); }

    Residue add(Residue a, Residue b) const {
        const std::uint64_t s = a.word + b.word;
        return {s >= p_ ? s - p_ : s};
    }
    Residue subtract(Residue a, Residue b) const {
        return {a.word >= b.word ? a.word - b.word : a.word + p_ - b.word};
    }
    Residue negate(Residue a) const { return {a.word == 0 ? 0 : p_ - a.word}; }
    Residue multiply(Residue a, Residue b) const {
        return {reduce(static_cast<unsigned __int128>(a.word) * b.word)};
    }
    Residue power(Residue a, std::uint64_t n) const;
    Residue inverse(Residue a) const;
    // a^e for any rational e. Nothing where it does not exist: 0 to a power ≤ 0, or a fractional power of what
    // is no square, as of a negative number.
    std::optional<Residue> power(Residue a, const Rational& e) const;
    bool is_square(Residue a) const { return power(a, half_order_) == one_; }  // false for zero

  private:
    std::uint64_t reduce(unsigned __int128 t) const {
        const std::uint64_t m = static_cast<std::uint64_t>(t) * negative_inverse_;
        const auto u = static_cast<std::uint64_t>((t + static_cast<unsigned __int128>(m) * p_) >> 64);
        return u >= p_ ? u - p_ : u;
    }

    std::uint64_t p_, half_order_;
    std::uint64_t negative_inverse_;  // −1/p mod 2⁶⁴
    Residue one_, squared_radix_;     // 2⁶⁴ and 2¹²⁸ mod p
};

bool is_prime(std::uint64_t n);

// Primes fit for PrimeField; 2, 3, 5, 7, 11 and 13 are squares modulo each.
std::span<const std::uint64_t> field_primes();

// A well-mixed word for each (seed, index): the random numbers of the exact tests, the same in every run.
inline std::uint64_t mix(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t z = (seed + 1) * 0xbf58476d1ce4e5b9ULL + (index + 1) * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

}  // namespace anholon
