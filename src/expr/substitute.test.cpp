#include "expr/substitute.hpp"

#include <gtest/gtest.h>

#include "expr/context.hpp"
#include "expr/expand.hpp"
#include "expr/operations.hpp"

namespace anholon {
namespace {

TEST(Substitute, IsSimultaneous) {
    Context c;
    const Expr x = c.variable("x"), y = c.variable("y");
    EXPECT_EQ(substitute(x - 2 * y, {{x, y}, {y, x}}), y - 2 * x);
    EXPECT_EQ(substitute(sin(x) * x, {{sin(x), y}}), x * y);
    EXPECT_EQ(substitute(pow(x + y, 2), {{y, -x}}), c.zero());
    EXPECT_THROW(substitute(1 / x, {{x, c.zero()}}), Undefined);
}

TEST(Operations, CountsSharedPartsOnce) {
    Context c;
    const Expr x = c.variable("x"), y = c.variable("y");
    const Expr s = sin(x) + y;
    EXPECT_EQ(operations(sin(s) * s).total(), 4u);  // sin, +, sin, *
    EXPECT_EQ(operations(x / y).divisions, 1u);
    EXPECT_EQ(operations(pow(x, 10)).multiplications, 4u);
    EXPECT_EQ(operations(2 * x + 3 * y + 1).total(), 4u);
    EXPECT_EQ(operations(-x).total(), 0u);
}

TEST(Expand, MultipliesOut) {
    Context c;
    const Expr x = c.variable("x"), y = c.variable("y");
    EXPECT_EQ(expand(pow(x + y, 2)), pow(x, 2) + 2 * x * y + pow(y, 2));
    EXPECT_EQ(expand(x * (y + 1) / 2), x * y / 2 + x / 2);
    EXPECT_EQ(expand((x + 1) * (x - 1) * y), pow(x, 2) * y - y);
    EXPECT_EQ(expand(1 / (x + y)), 1 / (x + y));
    const Expr large = pow(x + y, 1000000000);
    EXPECT_EQ(expand(large), large);
}

TEST(Expand, LeavesWhatWouldGrowTooLarge) {
    Context c;
    Expr s = c.one();
    for (int i = 0; i < 30; ++i) s += c.constant("k" + std::to_string(i));
    const Expr e = pow(s, 6);
    EXPECT_LT(operations(expand(e, 1000)).total(), 5000u);
}

}  // namespace
}  // namespace anholon
