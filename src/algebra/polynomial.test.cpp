#include "algebra/polynomial.hpp"

#include <gtest/gtest.h>

namespace anholon {
namespace {

TEST(Polynomial, ReducesModuloTheCircle) {
    PolynomialRing R(2);
    const Polynomial s = R.generator(0), c = R.generator(1), one = R.constant(1);
    R.relate(0, 2, one - c * c);
    EXPECT_EQ(reduce(s * s + c * c), one);
    // s⁴ = (1 − c²)²
    EXPECT_EQ(pow(s, 4), one - (c * c).scaled(2) + c * c * c * c);
    EXPECT_EQ(reduce(s * s * s).degree(0), 1);
}

TEST(Polynomial, ReducesATowerOfRoots) {
    PolynomialRing R(3);  // x, r with r² = x, q with q³ = r + 1
    const Polynomial x = R.generator(0), r = R.generator(1), q = R.generator(2);
    R.relate(1, 2, x);
    R.relate(2, 3, r + R.constant(1));
    // (q³ − 1)² = x
    const Polynomial p = reduce(q * q * q - R.constant(1));
    EXPECT_EQ(reduce(p * p), x);
}

TEST(Polynomial, FractionsOfTheCircleAreEqualThoughWrittenDifferently) {
    PolynomialRing R(2);
    const Polynomial s = R.generator(0), c = R.generator(1), one = R.constant(1);
    R.relate(0, 2, one - c * c);
    EXPECT_TRUE(Fraction(s, one + c) == Fraction(one - c, s));
    EXPECT_FALSE(Fraction(s, one + c) == Fraction(one + c, s));
}

TEST(Polynomial, FactorsAndDividesExactly) {
    PolynomialRing R(2);
    const Polynomial x = R.generator(0), y = R.generator(1);
    const auto factors = factor((x * x - y * y).scaled(6));
    ASSERT_TRUE(factors);
    EXPECT_EQ(factors->constant, Rational(6));
    EXPECT_EQ(factors->powers.size(), 2u);
    EXPECT_EQ(*divide(x * x - y * y, x - y), x + y);
    EXPECT_FALSE(divide(x * x + y * y, x - y));
    EXPECT_EQ(gcd(x * x - y * y, x * x - x * y), x - y);
}

TEST(Polynomial, GivesUpRatherThanHang) {
    PolynomialRing R(3, 1000);
    const Polynomial sum = R.generator(0) + R.generator(1) + R.generator(2);
    EXPECT_THROW(pow(sum, 1000000000), TooLarge);
    EXPECT_THROW(pow(sum, 100), TooLarge);
    EXPECT_NO_THROW(pow(sum, 10));
}

}  // namespace
}  // namespace anholon
