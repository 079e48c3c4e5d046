#include "expr/dependence.hpp"

#include <gtest/gtest.h>

#include <array>

#include "expr/context.hpp"

namespace anholon {
namespace {

// All have a slope that is zero wherever it exists.
TEST(Dependence, APieceThatIsConstantIsNoConstant) {
    Context c;
    const Expr x = c.variable("x"), y = c.variable("y"), one = c.one();
    for (const Expr& e : {sign(x), choose(x, one, one + one), x / sqrt(x * x), abs(x) / x,
                          atan(x) + atan(1 / x), asin(sin(x)) + acos(sin(x)) + sign(x), y * sign(x - y)}) {
        EXPECT_FALSE(is_constant_in(e, x));
    }
    EXPECT_TRUE(is_constant_in(sin(x) * sin(x) + cos(x) * cos(x), x));
    EXPECT_TRUE(is_constant_in(sqrt(1 + pow(sin(x), 2) + pow(cos(x), 2)) * sign(y) + abs(y), x));
    EXPECT_TRUE(is_constant_in(pow(x, 3) * y / (x * x) - x * y, x));
    EXPECT_TRUE(is_constant_along(sqrt(pow(x - y, 2)) + abs(x - y), std::array{x, y}));
    EXPECT_FALSE(is_constant_along(sign(x + y), std::array{x, y}));
}

TEST(Dependence, BranchesAreChosenByWhatStandsInside) {
    Context c;
    const Expr x = c.variable("x"), y = c.variable("y");
    for (const Expr& e : {abs(x), sqrt(1 + x), y * sign(x - y), atan2(y, x), choose(x, y, y * y)})
        EXPECT_TRUE(branches_with(e, x));
    for (const Expr& e : {x * abs(y), x * x / y, log(x), choose(y, x, x * x), sin(x)})
        EXPECT_FALSE(branches_with(e, x));
}

}  // namespace
}  // namespace anholon
