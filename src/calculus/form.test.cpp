#include "calculus/form.hpp"

#include <gtest/gtest.h>

#include "expr/derivative.hpp"
#include "expr/print.hpp"
#include "expr/zero.hpp"

namespace anholon {
namespace {

class Forms : public ::testing::Test {
  protected:
    Context c;
    Expr t = c.time(), x = c.variable("x"), y = c.variable("y"), z = c.variable("z");
    Chart chart{t, {x, y, z}};
    Form alpha = Form::one_form(chart, Covector({x * t, sin(y) * z, pow(x, 2), exp(x* y)}));
    Form beta = Form::one_form(chart, Covector({z, y* t, x* z, cos(x)}));
    VectorField X{chart, Vector({c.one(), y, x* z, sin(x)})};
    VectorField Y{chart, Vector({x, z* t, cos(y), x* y})};
    static void expect_zero(Expr e) { EXPECT_EQ(is_zero(e).answer, Answer::yes) << text(e); }
};

TEST_F(Forms, DifferentialOfAFunctionPairsAsDerivative) {
    const Expr f = x * sin(y) + z * t;
    EXPECT_EQ(is_zero(d(Form::function(chart, f))(X) - X(f)).answer, Answer::yes);
}

TEST_F(Forms, SecondDifferentialVanishes) {
    const Form twice = d(d(alpha));
    for (const auto& [indices, value] : twice.components()) expect_zero(value);
    EXPECT_EQ(d(alpha).degree(), 2u);
}

// Cartan: dα(X, Y) = X α(Y) − Y α(X) − α([X, Y])
TEST_F(Forms, CartansFormula) {
    expect_zero(d(alpha)(X, Y) - X(alpha(Y)) + Y(alpha(X)) + alpha(bracket(X, Y)));
}

TEST_F(Forms, WedgeAlternates) {
    const Form both = wedge(alpha, beta);
    expect_zero(both(X, Y) - alpha(X) * beta(Y) + alpha(Y) * beta(X));
    expect_zero(both(X, Y) + both(Y, X));
    EXPECT_TRUE(wedge(alpha, alpha).is_zero_by_form());
    // d(α ∧ β) = dα ∧ β − α ∧ dβ
    const Form left = d(both), right = wedge(d(alpha), beta) + (-c.one()) * wedge(alpha, d(beta));
    for (const auto& [indices, value] : left.components()) expect_zero(value - right.component(indices));
    for (const auto& [indices, value] : right.components()) expect_zero(value - left.component(indices));
}

TEST_F(Forms, BracketIsADerivation) {
    const Expr f = x * y * z + t * sin(x);
    expect_zero(bracket(X, Y)(f) - X(Y(f)) + Y(X(f)));
}

TEST_F(Forms, VectorsAndCovectorsPair) {
    const Expr L = pow(dot(x), 2) / 2 + x * dot(y);
    const std::vector<Expr> v{dot(x), dot(y)};
    const Covector p = d(L, v);
    EXPECT_EQ(p(Vector(v)), pow(dot(x), 2) + x * dot(y));
    EXPECT_EQ(Dt(p)[1], dot(x));
    static_assert(!std::is_convertible_v<Vector, Covector> && !std::is_convertible_v<Covector, Vector>);
}

}  // namespace
}  // namespace anholon
