#include "expr/copy.hpp"

#include <gtest/gtest.h>

#include "expr/print.hpp"

namespace anholon {
namespace {

TEST(Copy, SaysTheSameInAnotherContext) {
    Context a, b;
    const Expr m = a.constant("m"), x = a.variable("x"), t = a.time();
    b.variable("y");  // places differ
    const Expr e =
        m * pow(dot(x), 2) / 2 + sin(x - 3 * t) * sqrt(1 + a.pi()) - atan2(x, m) / 7 + exp(-x) / (x + m);
    const Expr there = copied(e, b);
    EXPECT_EQ(&there.context(), &b);
    EXPECT_EQ(text(there), text(e));
    EXPECT_EQ(copied(there, a), e);
    EXPECT_EQ(copied(a.number(Rational(2, 3)), b), b.number(Rational(2, 3)));
}

}  // namespace
}  // namespace anholon
