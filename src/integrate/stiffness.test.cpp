#include "integrate/stiffness.hpp"

#include <gtest/gtest.h>

namespace anholon {
namespace {

TEST(Stiffness, EigenvaluesOfARotation) {
    const std::vector<double> A{0, -2, 2, 0};
    const auto mu = eigenvalues(A, 2);
    ASSERT_EQ(mu.size(), 2u);
    EXPECT_NEAR(std::abs(mu[0].imag()), 2, 1e-14);
    EXPECT_NEAR(mu[0].real(), 0, 1e-14);
}

TEST(Stiffness, IsThatOfTheSlowManifoldOnly) {
    const std::vector<double> J{-1, 0, 0, -10000};
    EXPECT_NEAR(stiffness(J, std::vector{1.0, 0.0}, 1).ratio, 10000, 1e-9);
    EXPECT_NEAR(stiffness(J, std::vector{1.0, 0.0}, 1).decay, 10000, 1e-9);
    EXPECT_NEAR(stiffness(J, std::vector{0.0, 1.0}, 1).ratio, 1, 1e-12);
    // Backward in time what decays grows, and every method has to follow it.
    EXPECT_EQ(stiffness(J, std::vector{1.0, 0.0}, -1).ratio, 0);
}

TEST(Stiffness, OscillationsAreNotStiff) {
    const std::vector<double> J{0, -1e6, 1e6, 0};
    EXPECT_EQ(stiffness(J, std::vector{1.0, 0.0}, 1).ratio, 0);
}

}  // namespace
}  // namespace anholon
