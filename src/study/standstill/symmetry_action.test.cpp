#include "study/standstill/symmetry_action.hpp"

#include <gtest/gtest.h>

namespace anholon {
namespace {

// x, y, vx, vy of a point: the tangent vectors of translations and of the rotation.
std::vector<double> at(double x, double y, double vx, double vy) {
    return {1, 0, -y, 0, 1, x, 0, 0, -vy, 0, 0, vx};
}

double dot(std::span<const double> a, std::span<const double> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

TEST(Slice, TakesCoordinatesFirst) {
    const Slice slice(at(2, 3, 5, 7), 4, 3, 2, 7);
    EXPECT_EQ(slice.rows(), 3u);
    // Translations are taken by x and y; turned about the point itself, it moves the velocity alone.
    const std::vector<double> across = slice.across({1, 2, 3, 4});
    for (std::size_t a = 0; a < 3; ++a) EXPECT_NEAR(dot(slice.condition(a), across), 0, 1e-13);
    EXPECT_NEAR(across[0], 0, 1e-13);
    EXPECT_NEAR(across[1], 0, 1e-13);
    // What remains is along v: (3, 4)·(5, 7)/|v|² v
    EXPECT_NEAR(across[2], 43.0 / 74 * 5, 1e-13);
    EXPECT_NEAR(across[3], 43.0 / 74 * 7, 1e-13);
}

TEST(Slice, OrbitThatIsAPointLeavesAll) {
    EXPECT_EQ(Slice(at(2, 3, 0, 0), 4, 3, 2, 3).rows(), 2u);
    EXPECT_EQ(Slice(at(2, 3, 1e-14, 1e-15), 4, 3, 2, 3).rows(), 2u);
    const std::vector<double> rotation{-1e-16, 1e-17, 0, 0};
    const Slice none(rotation, 4, 1, 2, 1);
    EXPECT_EQ(none.rows(), 0u);
    EXPECT_EQ(none.across({1, 2, 3, 4}), (std::vector<double>{1, 2, 3, 4}));
}

TEST(Slice, WithoutSymmetriesChangesNothing) {
    const Slice none({}, 2, 0, 1, 1);
    EXPECT_EQ(none.rows(), 0u);
    EXPECT_EQ(none.across({1, 2}), (std::vector<double>{1, 2}));
}

}  // namespace
}  // namespace anholon
