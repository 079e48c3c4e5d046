#include "algebra/prime_field.hpp"

#include <array>

#include "algebra/flint.hpp"

namespace anholon {

namespace {

std::uint64_t radix_mod(std::uint64_t p) {
    return static_cast<std::uint64_t>(((unsigned __int128)1 << 64) % p);
}

}  // namespace

PrimeField::PrimeField(std::uint64_t p) : p_(p), half_order_((p - 1) / 2) {
    assert(p % 4 == 3 && p < (1ULL << 62));
    std::uint64_t inverse = p;  // Newton's iteration for 1/p mod 2⁶⁴, doubling the right bits
    for (int i = 0; i < 5; ++i) inverse *= 2 - p * inverse;
    negative_inverse_ = -inverse;
    const std::uint64_t radix = radix_mod(p);
    one_ = {radix};
    squared_radix_ = {static_cast<std::uint64_t>(static_cast<unsigned __int128>(radix) * radix % p)};
}

std::optional<Residue> PrimeField::from(const Rational& a) const {
    if (!a.is_integer() && a.denominator().mod(p_) == 0) return std::nullopt;
    return from(a.mod(p_));
}

Residue PrimeField::power(Residue a, std::uint64_t n) const {
    Residue result = one_;
    for (; n != 0; n >>= 1, a = multiply(a, a))
        if ((n & 1) != 0) result = multiply(result, a);
    return result;
}

Residue PrimeField::inverse(Residue a) const {
    assert(!a.is_zero());
    // a = w·2⁻⁶⁴ in plain terms, so 1/a in Montgomery's form is w⁻¹·2¹²⁸.
    return multiply(multiply({n_invmod(a.word, p_)}, squared_radix_), squared_radix_);
}

std::optional<Residue> PrimeField::power(Residue a, const Rational& e) const {
    if (e.is_integer()) {
        const bool below = e.sign() < 0;
        if (a.is_zero()) return below ? std::nullopt : std::optional(e.is_zero() ? one_ : a);
        const auto n = e.to_long();
        const Residue base = below ? inverse(a) : a;
        if (n && *n > -64 && *n < 64) return power(base, static_cast<std::uint64_t>(*n < 0 ? -*n : *n));
        return power(base, abs(e).mod(p_ - 1));
    }
    if (a.is_zero()) return e.sign() > 0 ? std::optional(a) : std::nullopt;
    if (!is_square(a)) return std::nullopt;
    return power(a, e.mod(half_order_));  // exponents live modulo the order r of the group of squares
}

bool is_prime(std::uint64_t n) { return n_is_prime(n) == 1; }

std::span<const std::uint64_t> field_primes() {
    static constexpr std::array<std::uint64_t, 16> primes{
        0x3ffffffffffe86df, 0x3ffffffffffcd277, 0x3ffffffffffb4bff, 0x3ffffffffffb1437,
        0x3ffffffffffa01ff, 0x3ffffffffff9188f, 0x3ffffffffff7e9bf, 0x3ffffffffff752cf,
        0x3ffffffffff5c09f, 0x3ffffffffff4d09f, 0x3ffffffffff4160f, 0x3ffffffffff3a85f,
        0x3ffffffffff35dd7, 0x3ffffffffff34397, 0x3ffffffffff27557, 0x3ffffffffff1406f};
    return primes;
}

}  // namespace anholon
