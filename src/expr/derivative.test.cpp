#include "expr/derivative.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expr/enclosure.hpp"
#include "expr/print.hpp"
#include "expr/random_expression.test.hpp"
#include "expr/walk.hpp"

namespace anholon {
namespace {

TEST(Derivative, OfTheTextbook) {
    Context c;
    const Expr x = c.variable("x"), y = c.variable("y"), m = c.constant("m"), t = c.time();
    EXPECT_EQ(derivative(pow(x, 3) * y, x), 3 * pow(x, 2) * y);
    EXPECT_EQ(derivative(sin(x * y), x), y * cos(x * y));
    EXPECT_EQ(derivative(sqrt(x), x), 1 / (2 * sqrt(x)));
    EXPECT_EQ(derivative(atan2(y, x), x), -y / (pow(x, 2) + pow(y, 2)));
    EXPECT_EQ(derivative(abs(x), x), sign(x));
    EXPECT_EQ(derivative(choose(y, pow(x, 2), sin(x)), x), choose(y, 2 * x, cos(x)));
    EXPECT_EQ(derivative(choose(x, y, m), x), c.zero());
    EXPECT_EQ(gradient(choose(x, sqrt(x), y), std::vector{x, y}),
              (std::vector{choose(x, 1 / (2 * sqrt(x)), c.zero()), choose(x, c.zero(), c.one())}));
    EXPECT_EQ(time_derivative(m * x * dot(x)), m * pow(dot(x), 2) + m * x * dot(dot(x)));
    EXPECT_EQ(time_derivative(x * t), x + t * dot(x));
    EXPECT_EQ(time_derivative(m * c.pi()), c.zero());
    EXPECT_EQ(directional_derivative(x * y, {{x, y}, {y, x}}), pow(x, 2) + pow(y, 2));
    EXPECT_EQ(derivative(pow(x, 1000000000), x), 1000000000 * pow(x, 999999999));
}

TEST(Derivative, HessianIsSymmetricAndMatchesJacobian) {
    Context c;
    testing::RandomExpression random(c, 11);
    for (int i = 0; i < 50; ++i) {
        const Expr e = random.mechanical(3);
        const Matrix H = hessian(e, random.symbols());
        EXPECT_EQ(H, transpose(H));
    }
}

// f'(x) against the difference quotient (f(x + h) − f(x − h))/2h at 1200 bits with h = 2⁻²⁰⁰, whose error is of the order of
// 2⁻⁴⁰⁰: agreement to 90 digits.
TEST(Derivative, AgreesWithBallArithmeticOnRandomExpressions) {
    Context c;
    testing::RandomExpression random(c, 20260);
    const Rational h = pow(Rational(2), -200);
    constexpr long precision = 1200;
    int compared = 0;
    for (int i = 0; i < 3000; ++i) {
        const Expr e = random.any(1 + i % 4);
        Point at;
        for (const Expr& s : random.symbols()) at.emplace_back(s, random.small_rational() / 4);
        const std::size_t k = static_cast<std::size_t>(random.below(4));
        const std::vector<Expr> backward = gradient(e, random.symbols());
        const std::vector<Expr> both{derivative(e, random.symbols()[k]), backward[k]};
        const auto exact = enclosures(both, at, precision);
        Point left = at, right = at;
        left[k].second -= h;
        right[k].second += h;
        Ball f = enclosure(e, right, precision), g = enclosure(e, left, precision), difference;
        const Ball minus_one(-1, precision), two_h(2 * h, precision);
        difference.multiply(g, minus_one, precision);
        difference.add(f, difference, precision);
        difference.divide(difference, two_h, precision);
        if (!difference.is_finite() || !exact[0].is_finite() || !exact[1].is_finite()) continue;
        for (const Ball& value : exact) {
            Ball error;
            error.multiply(value, minus_one, precision);
            error.add(difference, error, precision);
            ASSERT_LT(std::abs(error.midpoint()), 1e-90 * (1 + std::abs(value.midpoint()))) << text(e);
        }
        ++compared;
    }
    EXPECT_GT(compared, 2500);
}

TEST(Derivative, CostsAsMuchAsTheDagNotTheTree) {
    Context c;
    const Expr x = c.variable("x");
    Expr e = x;
    for (int i = 0; i < 200; ++i) e = sin(e) * e + e;  // a tree of more than 2²⁰⁰ nodes
    EXPECT_LT(Walk(e).size(), 1000u);
    EXPECT_LT(Walk(derivative(e, x)).size(), 3000u);
}

TEST(Derivative, AMillionLevelsDeep) {
    Context c;
    const Expr x = c.variable("x");
    Expr e = x;
    for (int i = 0; i < 1000000; ++i) e = sin(e);
    const Expr d = derivative(e, x);
    EXPECT_EQ(Walk(d).contains(x.id()), true);
    EXPECT_EQ(gradient(e, std::vector{x}).size(), 1u);
}

}  // namespace
}  // namespace anholon
