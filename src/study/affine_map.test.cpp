#include "study/affine_map.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace anholon {
namespace {

// ẋ = A(x) of two variables, at a few states.
FlowPair pair_of(const auto& F, const auto& G) {
    FlowPair pair;
    for (int k = 0; k < 12; ++k) {
        const std::vector<double> x{std::sin(1.7 * k + 0.3), std::cos(2.9 * k - 1)};
        pair.states.push_back(x);
        pair.rates.push_back(F(x));
    }
    pair.G = [G](std::span<const double> y, std::span<const double>, std::span<double> dy) {
        const auto g = G(std::vector<double>(y.begin(), y.end()));
        std::copy(g.begin(), g.end(), dy.begin());
        return true;
    };
    pair.size = 2;
    return pair;
}
using Two = std::vector<double>;

// Two sleighs v' = a w², w' = −k v w: v is scaled by k_A/k_B, w by the root of that times a_A/a_B.
TEST(AffineMap, OfSleighs) {
    const auto sleigh = [](double a, double k) {
        return [=](const Two& x) { return Two{a * x[1] * x[1], -k * x[0] * x[1]}; };
    };
    const auto found = affine_map(pair_of(sleigh(1, 2), sleigh(3, 5)), 20);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->P[0], 2.0 / 5, 1e-12);
    EXPECT_NEAR(std::abs(found->P[3]), std::sqrt(2.0 / 15), 1e-12);
    EXPECT_EQ(found->P[1], 0);
    EXPECT_EQ(found->P[2], 0);
    EXPECT_EQ(found->c, (Two{0, 0}));
}

TEST(AffineMap, FindsNoneWhereEigenvaluesDiffer) {
    const auto linear = [](double p, double q) {
        return [=](const Two& x) { return Two{p * x[0], q * x[1]}; };
    };
    EXPECT_TRUE(affine_map(pair_of(linear(1, 2), linear(2, 1)), 20));
    EXPECT_FALSE(affine_map(pair_of(linear(1, 2), linear(1, 3)), 20));
}

TEST(AffineMap, RecognisesFractions) {
    EXPECT_EQ(fraction(147.0 / 148, 1e6), std::pair(147L, 148L));
    EXPECT_EQ(fraction(-0.3, 1e6), std::pair(-3L, 10L));
    EXPECT_EQ(fraction(0, 1e6), std::pair(0L, 1L));
    EXPECT_FALSE(fraction(std::sqrt(2.0), 1e6));
    EXPECT_FALSE(fraction(M_PI, 1e9));
}

}  // namespace
}  // namespace anholon
