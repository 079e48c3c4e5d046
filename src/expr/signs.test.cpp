#include "expr/signs.hpp"

#include <gtest/gtest.h>

#include "expr/context.hpp"
#include "expr/print.hpp"

namespace anholon {
namespace {

TEST(Signs, OfRootsOfSquares) {
    Context c;
    const Expr x = c.variable("x"), y = c.variable("y"), r = sqrt(pow(cos(x), 2));
    EXPECT_EQ(text(with_signs(y * cos(x) / r)), "y*sign(cos(x))");
    EXPECT_EQ(text(with_signs(pow(cos(x), 2) / r)), "cos(x)*sign(cos(x))");
    EXPECT_EQ(text(with_signs(cos(x) / pow(r, 3))), "sign(cos(x))/cos(x)^2");
    EXPECT_EQ(text(with_signs(sin(y * cos(x) / r) + 1)), text(1 + sin(y * sign(cos(x)))));
    // A root alone stays, and so does a root of another square.
    EXPECT_EQ(with_signs(y / r), y / r);
    EXPECT_EQ(with_signs(y * sin(x) / r), y * sin(x) / r);
}

}  // namespace
}  // namespace anholon
