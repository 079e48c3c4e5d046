#include "calculus/frame_covector.hpp"

#include <gtest/gtest.h>

#include "calculus/indices.hpp"

namespace anholon {
namespace {

TEST(Indices, IncludeBothEndsAndMayBeNone) {
    std::vector<std::size_t> met;
    for (const std::size_t i : indices(2, 4)) met.push_back(i);
    EXPECT_EQ(met, (std::vector<std::size_t>{2, 3, 4}));
    EXPECT_TRUE(indices(1, 0).empty());
    EXPECT_TRUE(indices(2, 0).empty());
}

TEST(FrameCovector, CountsFromOneAndPairsWithVectors) {
    Context c;
    const Expr x = c.variable("x"), y = c.variable("y");
    const FrameCovector a({x, y});
    EXPECT_EQ(a[1], x);
    EXPECT_EQ(a[2], y);
    EXPECT_EQ(a(Vector({c.number(3), c.number(5)})), 3 * x + 5 * y);
    EXPECT_EQ(sum(c, indices(1, 2), [&](std::size_t s) { return a[s] * a[s]; }), x * x + y * y);
}

}  // namespace
}  // namespace anholon
