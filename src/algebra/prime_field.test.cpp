#include "algebra/prime_field.hpp"

#include <gtest/gtest.h>

#include "algebra/flint.hpp"

namespace anholon {
namespace {

TEST(PrimeField, EveryPrimeIsSafeAndHasItsSmallSquares) {
    for (const std::uint64_t p : field_primes()) {
        EXPECT_TRUE(n_is_prime(p));
        EXPECT_TRUE(n_is_prime((p - 1) / 2));
        EXPECT_EQ(p % 4, 3u);
        EXPECT_GT(p, 1ULL << 61);
        const PrimeField F(p);
        for (const std::uint64_t a : {2, 3, 5, 7, 11, 13}) EXPECT_TRUE(F.is_square(F.from(a)));
        EXPECT_FALSE(F.is_square(F.negate(F.one())));
    }
}

TEST(PrimeField, AgreesWithFlint) {
    const std::uint64_t p = field_primes()[3];
    const PrimeField F(p);
    for (std::uint64_t k = 0; k < 2000; ++k) {
        const std::uint64_t a = mix(1, k) % p, b = mix(2, k) % p;
        EXPECT_EQ(F.value(F.multiply(F.from(a), F.from(b))), n_mulmod2(a, b, p));
        EXPECT_EQ(F.value(F.add(F.from(a), F.from(b))), n_addmod(a, b, p));
        EXPECT_EQ(F.value(F.subtract(F.from(a), F.from(b))), n_submod(a, b, p));
        EXPECT_EQ(F.value(F.power(F.from(a), b)), n_powmod2(a, static_cast<slong>(b), p));
        if (a != 0) EXPECT_EQ(F.multiply(F.from(a), F.inverse(F.from(a))), F.one());
    }
    EXPECT_EQ(F.multiply(*F.from(Rational(2, 3)), F.from(3)), F.from(2));
    EXPECT_FALSE(F.from(Rational(1, static_cast<long>(p))));
}

TEST(PrimeField, RootsObeyTheLawsOfPositiveNumbers) {
    const PrimeField F(field_primes()[0]);
    for (std::uint64_t k = 1; k < 200; ++k) {
        const Residue a = F.power(F.from(mix(1, k)), 2), b = F.power(F.from(mix(2, k)), 2);
        const Rational half(1, 2), third(1, 3);
        EXPECT_EQ(F.multiply(*F.power(a, half), *F.power(a, half)), a);
        EXPECT_EQ(*F.power(*F.power(a, third), Rational(3)), a);
        EXPECT_EQ(F.multiply(*F.power(a, half), *F.power(b, half)), *F.power(F.multiply(a, b), half));
        EXPECT_EQ(*F.power(*F.power(a, half), third), *F.power(a, Rational(1, 6)));
        EXPECT_FALSE(F.power(F.negate(a), half));
    }
    EXPECT_FALSE(F.power(F.zero(), Rational(-1)));
    EXPECT_EQ(*F.power(F.zero(), Rational(2)), F.zero());
}

}  // namespace
}  // namespace anholon
