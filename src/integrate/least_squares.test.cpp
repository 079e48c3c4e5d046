#include "integrate/least_squares.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace anholon {
namespace {

// Eigen leaves the rank of such a matrix uninitialised, and solving with it read beyond its memory.
TEST(LeastSquares, OfMatricesThatAreNotFiniteAreNoNumbers) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> A{1, nan, 0, 1}, b{1, 2};
    for (const double x : least_squares(A, 2, 2, b)) EXPECT_TRUE(std::isnan(x));
    EXPECT_EQ(rank(A, 2, 2), 0U);
    EXPECT_TRUE(kernel(A, 2, 2).empty());
    EXPECT_TRUE(column_space(A, 2, 2).empty());
}

}  // namespace
}  // namespace anholon
