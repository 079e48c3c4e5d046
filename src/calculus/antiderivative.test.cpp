#include "calculus/antiderivative.hpp"

#include <gtest/gtest.h>

#include "expr/derivative.hpp"
#include "expr/zero.hpp"

namespace anholon {
namespace {

TEST(Antiderivative, IsProvedByDifferentiating) {
    Context c;
    const Expr x = c.variable("x"), y = c.variable("y"), a = c.constant("a");
    for (const Expr& e : {c.one(), pow(x, 3), 1 / x, sin(a * x) + y, x * cos(x), x * x * sin(x),
                          cos(x) * cos(x), sin(x) * cos(x) * cos(x), x / (1 + x * x), exp(a * x) * y,
                          1 / (x + y), sqrt(x + y), tan(x), 1 / sin(x), 1 / cos(a * x), 1 / (cos(x) * cos(x)),
                          1 / (1 + x * x), 1 / (x * x + y * y), 1 / (a + 3 * x * x)}) {
        const auto F = antiderivative(e, x);
        ASSERT_TRUE(F);
        EXPECT_EQ(is_zero(derivative(*F, x) - e).answer, Answer::yes);
    }
    EXPECT_FALSE(antiderivative(exp(x * x), x));
    // x sign x is none of sign x: it jumps.
    for (const Expr& e : {sign(x - 1), abs(x), sqrt(1 - abs(x)), choose(x, y, a)})
        EXPECT_FALSE(antiderivative(e, x));
    EXPECT_TRUE(antiderivative(abs(y) * x, x));
    EXPECT_FALSE(antiderivative(sin(x) / x, x));
}

TEST(Potential, ExistsOfClosedFormsOnly) {
    Context c;
    const Expr x = c.variable("x"), y = c.variable("y");
    const Chart chart(c.time(), {x, y});
    const auto form = [&](Expr p, Expr q) { return Form::one_form(chart, Covector({c.zero(), p, q})); };
    EXPECT_TRUE(potential(form(2 * x * y, x * x)));
    EXPECT_FALSE(potential(form(y, 2 * x)));
    const auto found = integrated(form(y, 2 * x));  // y dx + 2x dy = d(x y²)/y
    ASSERT_TRUE(found);
    EXPECT_EQ(is_zero(found->function - x * y * y).answer, Answer::yes);
    EXPECT_EQ(is_zero(found->factor - y).answer, Answer::yes);
    EXPECT_TRUE(integrated(form(x + y, y - x)));         // Euler's factor 1/(x² + y²)
    EXPECT_TRUE(integrated(form(c.one(), 2 * sin(x))));  // dx/sin x + 2 dy
}

}  // namespace
}  // namespace anholon
