#include "algebra/coprime.hpp"

#include <gtest/gtest.h>

#include <random>

namespace anholon {
namespace {

class RandomPolynomials {
  public:
    explicit RandomPolynomials(const PolynomialRing& ring) : ring_(ring) {}

    Polynomial operator()(int terms, long degree = 2) {
        Polynomial p = ring_.zero();
        std::uniform_int_distribution<long> coefficient(-5, 5), exponent(0, degree);
        for (int k = 0; k < terms; ++k) {
            std::vector<long> exponents(ring_.generators());
            for (long& e : exponents) e = exponent(engine_);
            p = p + ring_.term(Rational(coefficient(engine_)), exponents);
        }
        return p;
    }

  private:
    const PolynomialRing& ring_;
    std::mt19937 engine_{7};
};

TEST(Coprime, ACommonFactorIsNeverOverlooked) {
    const PolynomialRing R(4);
    RandomPolynomials random(R);
    for (int k = 0; k < 300; ++k) {
        const Polynomial f = random(2, 1) + R.generator(static_cast<std::size_t>(k) % 4), u = random(4),
                         v = random(3);
        if (f.is_constant() || u.is_zero() || v.is_zero()) continue;
        EXPECT_FALSE(are_coprime(f * u, f * v)) << k;
        EXPECT_TRUE(divide(gcd(f * u, f * v), f)) << k;
    }
}

// b = a u + 1 has no factor in common with a.
TEST(Coprime, OneIsACombinationOfThem) {
    const PolynomialRing R(4);
    RandomPolynomials random(R);
    for (int k = 0; k < 300; ++k) {
        const Polynomial a = random(5), b = a * random(4) + R.constant(1);
        if (a.is_zero()) continue;
        EXPECT_TRUE(are_coprime(a, b)) << k;
        EXPECT_EQ(gcd(a.scaled(6), b.scaled(4)).constant(),
                  gcd(gcd(a.scaled(6), R.constant(4)).constant(), Rational(4)))
            << k;
    }
}

TEST(Coprime, IrreducibleByALinearGenerator) {
    const PolynomialRing R(3);
    const Polynomial x = R.generator(0), y = R.generator(1), z = R.generator(2), one = R.constant(1);
    EXPECT_TRUE(is_irreducible_by_a_linear_generator(x * y * y + z + one));
    EXPECT_FALSE(is_irreducible_by_a_linear_generator((x + z) * (y + one)));
    EXPECT_FALSE(is_irreducible_by_a_linear_generator(x * (y * y + one)));  // x itself divides
    EXPECT_FALSE(is_irreducible_by_a_linear_generator(x * x - y * y));      // no generator is linear
    const auto factors = factor((x * y * y + z + one).scaled(-6));
    ASSERT_TRUE(factors);
    EXPECT_EQ(factors->constant, Rational(-6));
    ASSERT_EQ(factors->powers.size(), 1u);
    EXPECT_EQ(factors->powers[0].first, x * y * y + z + one);
}

// A sum, a product and a power of fractions are in lowest terms, like the fraction made of the whole numerator and denominator.
TEST(Fractions, AreInLowestTermsWhereverTheyComeFrom) {
    PolynomialRing R(4);
    const Polynomial c = R.generator(1);
    R.relate(0, 2, R.constant(1) - c * c);  // the sine; the others are free
    RandomPolynomials random(R);
    const auto is_same = [](const Fraction& a, const Fraction& b) {
        return a.numerator == b.numerator && a.denominator == b.denominator;
    };
    for (int k = 0; k < 200; ++k) {
        const Polynomial f = random(2, 1), g = random(2, 1);
        const auto fraction = [&](const Polynomial& common) {
            Polynomial d = reduce(common * random(2, 1));
            while (d.is_zero()) d = random(2, 1);
            return Fraction(random(3, 1), d);
        };
        const Fraction a = fraction(f.is_zero() ? c : f), b = fraction(k % 2 == 0 ? a.denominator : g);
        const Polynomial &na = a.numerator, &da = a.denominator, &nb = b.numerator, &db = b.denominator;
        EXPECT_TRUE(a + b == Fraction(na * db + nb * da, da * db)) << k;
        EXPECT_TRUE(gcd((a + b).numerator, (a + b).denominator).is_one()) << k;
        EXPECT_TRUE(is_same(a * b, Fraction(na * nb, da * db))) << k;
        EXPECT_TRUE(is_same(pow(a, 3), Fraction(pow(na, 3), pow(da, 3)))) << k;
        if (!a.is_zero()) EXPECT_TRUE(is_same(inverse(a), Fraction(da, na))) << k;
    }
}

}  // namespace
}  // namespace anholon
