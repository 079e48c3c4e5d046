#include "algebra/real_roots.hpp"

#include <gtest/gtest.h>

namespace anholon {

namespace {

std::vector<Ball> balls(std::initializer_list<Rational> values) {
    std::vector<Ball> list;
    for (const Rational& v : values) list.emplace_back(v, 512);
    return list;
}

// (x − 1)(x − 3/2)(x + 2)(x² + 1), by hand.
TEST(EnclosedRoots, AreAllFoundAndEnclosed) {
    const auto roots =
        real_roots(balls({3, Rational(-7, 2), Rational(5, 2), Rational(-5, 2), Rational(-1, 2), 1}));
    ASSERT_TRUE(roots);
    ASSERT_EQ(roots->size(), 3U);
    const double expected[] = {-2, 1, 1.5};
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR((*roots)[k].value(), expected[k], 1e-15);
}

TEST(EnclosedRoots, OfPolynomialsWithoutAny) {
    EXPECT_TRUE(real_roots(balls({1, 0, 1}))->empty());
    EXPECT_TRUE(real_roots(balls({5}))->empty());
    EXPECT_EQ(real_roots(balls({0, 1}))->size(), 1U);
}

// √2 to twenty digits.
TEST(EnclosedRoots, AreAsNarrowAsAsked) {
    const auto roots = real_roots(balls({-2, 0, 1}), 100);
    ASSERT_EQ(roots->size(), 2U);
    const Rational middle = ((*roots)[1].low + (*roots)[1].high) / Rational(2);
    const Rational gap = middle * middle - Rational(2);
    EXPECT_LT(abs(gap).to_double(), 1e-25);
}

// No sign tells a double root from none or two, unless it is met exactly.
TEST(EnclosedRoots, OfAMultipleRootAreNotDecided) {
    EXPECT_FALSE(real_roots(balls({Rational(1, 9), Rational(-2, 3), 1})));
    EXPECT_EQ(real_roots(balls({0, 0, 1}))->size(), 1U);
    EXPECT_EQ(real_roots(balls({-1, 0, 0, 0, 1}))->size(), 2U);  // whose derivative has a triple root
}

TEST(EnclosedRoots, NeedALeadingCoefficient) { EXPECT_FALSE(real_roots(balls({1, 2, 0}))); }

}  // namespace

}  // namespace anholon
