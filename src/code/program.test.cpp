#include "code/program.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expr/context.hpp"
#include "expr/enclosure.hpp"
#include "expr/operations.hpp"
#include "expr/print.hpp"

namespace anholon {
namespace {

class Programs : public ::testing::Test {
  protected:
    Context c;
    Expr x = c.variable("x"), y = c.variable("y"), a = c.constant("a");
    std::vector<Expr> inputs{x, y, a};

    // The program's value against a rigorous enclosure of the exact one.
    void expect_value(Expr e) {
        const Rational at[] = {Rational(7, 8), Rational(-5, 4), Rational(3, 2)};
        const Point point{{x, at[0]}, {y, at[1]}, {a, at[2]}};
        const std::vector<double> in{at[0].to_double(), at[1].to_double(), at[2].to_double()};
        const double exact = enclosure(e, point).midpoint(),
                     found = run(program(std::span(&e, 1), inputs), in)[0];
        EXPECT_NEAR(found, exact, 4e-15 * (1 + std::fabs(exact))) << text(e);
    }
};

TEST_F(Programs, ComputeWhatTheExpressionMeans) {
    for (const Expr& e : {x + y,
                          x - y,
                          -x - y - 1,
                          2 * x - 3 * y + 5,
                          x / 3 - y * 2 / 7,
                          x * y / (a + 1),
                          pow(x, 10),
                          pow(x, -3),
                          sqrt(a),
                          pow(a, Rational(3, 2)),
                          pow(a, Rational(-1, 3)),
                          pow(x + y, 2) * sin(x) / cos(y),
                          atan2(y, x),
                          exp(x) - log(a),
                          tan(x) + asin(x) - acos(x) + atan(y),
                          sinh(x) * cosh(y) / tanh(a),
                          abs(y) + sign(y),
                          c.pi() * x,
                          1 / (x * y),
                          1 - x,
                          c.number(Rational(1, 3)) + 0 * x,
                          -pow(y, 3) / a})
        expect_value(e);
}

TEST_F(Programs, ShareWhatIsCommonAndHoldNothingElse) {
    const Expr s = sin(x) + y;
    const std::vector<Expr> outputs{s * a, s / a, cos(s)};
    (void)sin(a);  // in the context, but of no output
    const Program p = program(outputs, inputs);
    EXPECT_EQ(p.operations(), 5u);
    EXPECT_EQ(p.operations(), operations(outputs).total());
    // x², x⁴, x⁸, x²·x⁸, x·x⁴
    EXPECT_EQ(program(std::vector<Expr>{pow(x, 10), pow(x, 5)}, inputs).operations(), 5u);
}

TEST_F(Programs, AreTheSameForTheSameExpressions) {
    const Expr e = pow(x + y, 3) * sin(a) / (x - y);
    const Program p = program(std::span(&e, 1), inputs), q = program(std::span(&e, 1), inputs);
    EXPECT_EQ(p.instructions, q.instructions);
    EXPECT_EQ(p.constants, q.constants);
}

TEST_F(Programs, RefuseASymbolTheyAreNotGiven) {
    const Expr e = x + c.constant("b");
    EXPECT_THROW(program(std::span(&e, 1), inputs), std::invalid_argument);
}

// u_i u_j / w of sixty u: the quotients u/w are made once, however long the program.
TEST_F(Programs, LongOnesShareTheirFactors) {
    std::vector<Expr> u, products, all{x};
    for (int k = 0; k < 60; ++k) u.push_back(c.variable("u" + std::to_string(k)));
    all.insert(all.end(), u.begin(), u.end());
    for (std::size_t i = 0; i < u.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) products.push_back(u[i] * u[j] / x);
    EXPECT_LE(program(products, all).operations(), products.size() + u.size());
}

}  // namespace
}  // namespace anholon
