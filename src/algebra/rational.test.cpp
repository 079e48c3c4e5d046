#include "algebra/rational.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace anholon {
namespace {

TEST(Rational, ReadsDecimalsExactly) {
    EXPECT_EQ(Rational::parse("0.1"), Rational(1, 10));
    EXPECT_EQ(Rational::parse("2.5e-3"), Rational(1, 400));
    EXPECT_EQ(Rational::parse("-12/8"), Rational(-3, 2));
    EXPECT_EQ(Rational::parse("1e3"), Rational(1000));
    EXPECT_EQ(Rational::parse(".5"), Rational(1, 2));
    EXPECT_EQ(Rational::parse("5."), Rational(5));
}

TEST(Rational, RefusesWhatIsNoNumber) {
    for (const char* text : {"", "-", ".", "1e", "1e+", "e5", "1/0", "1/", "/2", "1.2.3", "1e5x", "0x10",
                             "1 2", "--1", "1e999999999", "1e-999999999", "1e99999999999999999999"})
        EXPECT_FALSE(Rational::parse(text)) << text;
}

TEST(Rational, GrowsWithoutLimit) {
    Rational f = 1;
    for (int i = 1; i <= 50; ++i) f *= i;
    EXPECT_EQ(f.to_string(), "30414093201713378043612608166064768844377641568960512000000000000");
    for (int i = 50; i >= 1; --i) f /= i;
    EXPECT_TRUE(f.is_one());
}

TEST(Rational, CrossesTheBorderOfTheInlineWord) {
    const long edge = (1L << 62) - 1;  // the largest value FLINT keeps in the word itself
    const Rational a(edge), b = a + 1, c = b - 1, wide(std::numeric_limits<long>::min());
    EXPECT_EQ(b.to_string(), "4611686018427387904");
    EXPECT_EQ(a, c);
    EXPECT_EQ(a.hash(), c.hash());
    EXPECT_EQ(wide.to_string(), "-9223372036854775808");
    EXPECT_EQ((a * a / a).to_string(), a.to_string());
    EXPECT_EQ(-(-b), b);
    Rational copy = b, moved = std::move(copy);
    copy = moved;
    EXPECT_EQ(copy, b);
    EXPECT_FALSE(b.to_long() != std::optional(1L << 62));
}

TEST(Rational, OrdersAndRounds) {
    EXPECT_LT(Rational(1, 3), Rational(1, 2));
    EXPECT_EQ(floor(Rational(-1, 2)), Rational(-1));
    EXPECT_EQ(gcd(Rational(1, 2), Rational(1, 3)), Rational(1, 6));
    EXPECT_EQ(gcd(Rational(0), Rational(-4)), Rational(4));
    EXPECT_EQ(pow(Rational(2, 3), -2), Rational(9, 4));
    EXPECT_DOUBLE_EQ(Rational(1, 3).to_double(), 1.0 / 3);
}

TEST(Rational, FactorsMultiplyBack) {
    for (const auto& n :
         {Rational(360), Rational(49, 12), pow(Rational(10), 60) + 7, pow(Rational(2), 200) * 3}) {
        Rational product = 1;
        for (const auto& [prime, k] : factor(n)) product *= pow(prime, k);
        EXPECT_EQ(product, n);
    }
}

TEST(Rational, DoublesAreTheNearest) {
    EXPECT_EQ(Rational(1, 10).to_double(), 0.1);
    EXPECT_EQ(Rational(981, 100).to_double(), 9.81);
    EXPECT_EQ(Rational(-2, 3).to_double(), -2.0 / 3.0);
    EXPECT_EQ(Rational::parse("1e400")->to_double(), HUGE_VAL);
    EXPECT_EQ(Rational(0).to_double(), 0.0);
}

}  // namespace
}  // namespace anholon
