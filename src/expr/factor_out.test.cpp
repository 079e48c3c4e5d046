#include "expr/factor_out.hpp"

#include <gtest/gtest.h>

#include "expr/context.hpp"
#include "expr/operations.hpp"
#include "expr/print.hpp"
#include "expr/zero.hpp"

namespace anholon {
namespace {

struct FactorOut : testing::Test {
    Context c;
    Expr x = c.variable("x"), y = c.variable("y"), z = c.variable("z"), u = c.variable("u");

    Expr factored(const Expr& e) { return factor_out(std::span(&e, 1)).front(); }
    void is(const Expr& e, const std::string& expected) {
        const Expr f = factored(e);
        EXPECT_EQ(text(f), expected);
        EXPECT_TRUE(vanishes(f - e));
    }
};

TEST_F(FactorOut, PutsBeforeABracketWhatMostTermsHave) {
    is(u * x + u * y + z, "z + u*(x + y)");
    is(2 * u * x + 6 * u * y, "2*u*(x + 3*y)");
    is(u * u * x + u * y, "u*(x*u + y)");
    is(u + u * x, "u*(x + 1)");
    is(x + y, "x + y");
}

TEST_F(FactorOut, BelowAsWellAsAbove) {
    is(x / u + y / (u * u), "(x + y/u)/u");
    is(x / sqrt(u) + y / (u * sqrt(u)), "(x + y/u)/sqrt(u)");
}

TEST_F(FactorOut, InsideAndOutside) {
    is(sin(u * x + u * y) + 1, "sin(u*(x + y)) + 1");
    const Expr e = sqrt(u * x + u * y + u * z) + z * (x * u + x * y);
    EXPECT_TRUE(vanishes(factored(e) - e));
    EXPECT_LT(operations(factored(e)).total(), operations(e).total());
}

}  // namespace
}  // namespace anholon
