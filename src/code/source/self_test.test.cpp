#include "code/source/self_test.hpp"

#include <gtest/gtest.h>

#include "expr/context.hpp"
#include "expr/derivative.hpp"
#include "expr/enclosure.hpp"

namespace anholon {

namespace {

// Two unknowns, coupled by a W that depends on the state, the time and a parameter; z enters the rates with a factor.
struct Example {
    Context c;
    Expr t = c.time(), a = c.variable("a"), b = c.variable("b"), k = c.constant("k"), u = c.variable("u"),
         v = c.variable("v");
    RateEquations e{.name = "Example",
                    .title = "Example",
                    .t = t,
                    .state = {a, b},
                    .parameters = {k},
                    .unknowns = {u, v},
                    .W = {{2 + sin(a), k* b}, {a * b, 3 + t* t}},
                    .r = {k * cos(b), a* a + t},
                    .rates = {b * u, v + a* u* v},
                    .parameter_values = {Rational(2)}};
};

void expect_near(const std::vector<double>& found, const std::vector<Expr>& exact, const Point& at) {
    ASSERT_EQ(found.size(), exact.size());
    const auto balls = enclosures(exact, at, 256);
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_DOUBLE_EQ(found[i], balls[i].midpoint());
}

}  // namespace

TEST(SelfTest, AgreesWithTheSystemSolvedByHand) {
    const Example x;
    const auto& W = x.e.W;
    const auto& r = x.e.r;
    const auto test = self_test(x.e, derivatives(x.e));
    ASSERT_TRUE(test);
    // Cramer
    const Expr D = W(0, 0) * W(1, 1) - W(0, 1) * W(1, 0);
    const Expr u = (r[0] * W(1, 1) - W(0, 1) * r[1]) / D, v = (W(0, 0) * r[1] - r[0] * W(1, 0)) / D;
    const std::vector<Expr> dx{x.b * u, v + x.a * u * v};
    const Matrix J = jacobian(dx, x.e.state);
    const auto exactly = [](double eighths) { return Rational(static_cast<long>(eighths * 8), 8); };
    const Point at{{x.t, exactly(test->t)},
                   {x.a, exactly(test->x[0])},
                   {x.b, exactly(test->x[1])},
                   {x.k, exactly(test->p[0])}};
    expect_near(test->W, {W.entries().begin(), W.entries().end()}, at);
    expect_near(test->r, r, at);
    expect_near(test->z, {u, v}, at);
    expect_near(test->dx, dx, at);
    expect_near(test->J, {J.entries().begin(), J.entries().end()}, at);
}

TEST(SelfTest, NoneWhereWIsSingular) {
    Example x;
    x.e.W(1, 0) = 2 * x.e.W(0, 0);
    x.e.W(1, 1) = 2 * x.e.W(0, 1);
    EXPECT_FALSE(self_test(x.e, {}));
}

}  // namespace anholon
