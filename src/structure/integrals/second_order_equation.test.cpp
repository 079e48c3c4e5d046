#include "structure/integrals/second_order_equation.hpp"

#include <gtest/gtest.h>

#include "expr/context.hpp"
#include "expr/derivative.hpp"
#include "expr/print.hpp"
#include "expr/zero.hpp"

namespace anholon {
namespace {

using Named = SecondOrderEquation::Kind;

struct SecondOrder : testing::Test {
    Context c;
    Expr x = c.variable("x"), a = c.constant("a"), b = c.constant("b"), k = c.constant("c");

    Named kind_of(Expr P, Expr Q) { return second_order_equation(P, Q, x)->kind; }
    // "1: 0 0; infinity: 1/2 -1/2", in the order of the points
    std::string points_of(Expr P, Expr Q) {
        std::string out;
        const auto e = second_order_equation(P, Q, x);
        for (const SingularPoints& point : e->points) {
            out += out.empty() ? "" : "; ";
            out += point.is_infinity() ? "infinity"
                   : point.count == 1  ? text(point.places[0])
                                       : text(point.polynomial);
            out += point.is_regular ? ":" : ": irregular";
            for (const Expr& r : point.exponents) out += " " + text(r);
        }
        return out;
    }
};

TEST_F(SecondOrder, OfLegendreIsKnownByItsExponents) {
    const Expr P = -2 * x / (1 - x * x), Q = a / (1 - x * x);
    const auto e = second_order_equation(P, Q, x);
    ASSERT_EQ(e->kind, Named::legendre);
    EXPECT_TRUE(vanishes(e->degree_product - a));
    EXPECT_TRUE(vanishes(e->argument - x));
    // Between 0 and 4: z = (x − 2)/2
    const Expr z = (x - 2) / 2;
    const auto moved = second_order_equation(-2 * z / (1 - z * z) / 2, a / (1 - z * z) / 4, x);
    ASSERT_EQ(moved->kind, Named::legendre);
    EXPECT_TRUE(vanishes(moved->argument - z));
    EXPECT_TRUE(vanishes(moved->degree_product - a));
    EXPECT_EQ(kind_of(-3 * x / (1 - x * x), Q), Named::gauss);
    // Complex exponents at infinity.
    EXPECT_EQ(kind_of(P, -1 / (1 - x * x)), Named::legendre);
    EXPECT_EQ(points_of(P, -1 / (1 - x * x)), "1: 0 0; -1: 0 0; infinity:");
}

// x (1 − x) y″ + (c − (a + b + 1) x) y′ − a b y = 0 has the exponents 0, 1 − c at 0; 0, c − a − b at 1; a, b at infinity.
TEST_F(SecondOrder, OfGaussGivesItsParametersBack) {
    const Expr P = (k - (a + b + 1) * x) / (x * (1 - x)), Q = -a * b / (x * (1 - x));
    const auto e = second_order_equation(P, Q, x);
    ASSERT_EQ(e->kind, Named::gauss);
    ASSERT_EQ(e->singular_points(), 3u);
    for (const SingularPoints& point : e->points) {
        const Expr sum = point.exponents[0] + point.exponents[1],
                   product = point.exponents[0] * point.exponents[1];
        const bool is_zero = !point.is_infinity() && vanishes(point.places[0]);
        EXPECT_TRUE(vanishes(sum - (point.is_infinity() ? a + b : is_zero ? 1 - k : k - a - b)));
        EXPECT_TRUE(vanishes(product - (point.is_infinity() ? a * b : c.zero())));
    }
    // Whatever exponents are split off, a b and a + b differ by these alone.
    const auto& h = e->hypergeometric;
    const Expr split = h[3] + h[4];
    EXPECT_TRUE(vanishes((h[0] - split) * (h[1] - split) - a * b));
    EXPECT_TRUE(vanishes(h[0] + h[1] - 2 * split - a - b));
}

TEST_F(SecondOrder, IsNamedByItsSingularPoints) {
    EXPECT_EQ(kind_of(c.zero(), a), Named::constant_coefficients);
    EXPECT_EQ(kind_of(a / x, b / (x * x)), Named::euler);
    EXPECT_EQ(kind_of(a / x, b / x), Named::irregular);            // at infinity
    EXPECT_EQ(kind_of(1 / x, 1 - a / (x * x)), Named::irregular);  // Bessel
    EXPECT_EQ(kind_of(1 / x + 1 / (x - 1) + 1 / (x - a), b / (x * (x - 1))), Named::heun);
    EXPECT_EQ(kind_of(1 / x + 1 / (x - 1) + 1 / (x - a) + 1 / (x - b), c.zero()), Named::fuchsian);
    EXPECT_FALSE(second_order_equation(sqrt(1 + x * x), a, x));
    EXPECT_FALSE(second_order_equation(sin(x), a, x));
}

TEST_F(SecondOrder, HasTheExponentsOfConjugateRoots) {
    // The equation of y = 1 and y = (x² + 1)^a.
    const Expr Y = (2 * a - 1) * x * x + 1;
    EXPECT_EQ(points_of(-Y / (x * (x * x + 1)), c.zero()), "0: 2 0; x^2 + 1: a 0; infinity: 0 -2*a");
}

TEST_F(SecondOrder, HasElementarySolutions) {
    // Those of y = x^a and x^b.
    const auto euler = second_order_equation((1 - a - b) / x, a * b / (x * x), x);
    ASSERT_EQ(euler->solutions.size(), 2u);
    // Legendre's with ν = 2: (3x² − 1)/2, and no other.
    const auto legendre = second_order_equation(-2 * x / (1 - x * x), 6 / (1 - x * x), x);
    ASSERT_EQ(legendre->solutions.size(), 1u);
    const Expr y = legendre->solutions[0];
    EXPECT_TRUE(vanishes(derivative(y / (3 * x * x - 1), x)));
    EXPECT_TRUE(second_order_equation(-2 * x / (1 - x * x), a / (1 - x * x), x)->solutions.empty());
}

TEST_F(SecondOrder, FirstOrderSolutionsAreProductsOfPowers) {
    const Expr a_of_x = a / x - 3 * x / (x * x + 1);
    const auto Y = product_of_powers(a_of_x, x);
    ASSERT_TRUE(Y);
    EXPECT_TRUE(vanishes(derivative(*Y, x) / *Y - a_of_x));
    EXPECT_FALSE(product_of_powers(1 / (x * x), x));
    EXPECT_FALSE(product_of_powers(x, x));
}

}  // namespace
}  // namespace anholon
