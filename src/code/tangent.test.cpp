#include "code/tangent.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expr/context.hpp"
#include "expr/derivative.hpp"

namespace anholon {
namespace {

// Every operation, against the derivative as an expression.
TEST(Tangent, IsTheDerivativeAsAnExpression) {
    Context c;
    const Expr x = c.variable("x"), y = c.variable("y"), z = c.variable("z");
    const std::vector<Expr> inputs{x, y, z};
    const std::vector<Expr> functions{x * y - z / (x + 2),
                                      sqrt(x + y),
                                      pow(x + z, Rational(2, 3)),
                                      sin(x * y),
                                      cos(y - z),
                                      tan(x),
                                      asin(x / 3),
                                      acos(y / 3),
                                      atan(x * z),
                                      atan2(y, x),
                                      sinh(x),
                                      cosh(y),
                                      tanh(z * x),
                                      exp(x * y),
                                      log(x + y),
                                      abs(x - 2),
                                      sign(x) * y,
                                      pow(x, 5) / y,
                                      choose(x - y, x * x, y * z)};
    Tangent tangent(program(functions, inputs));
    for (const std::vector<double>& at : {std::vector{0.7, 1.1, 0.4}, std::vector{1.3, 0.2, 0.9}}) {
        std::vector<double> values(functions.size()), slopes(functions.size());
        tangent.place(at, values);
        EXPECT_EQ(values, run(program(functions, inputs), at));
        for (std::size_t j = 0; j < inputs.size(); ++j) {
            std::vector<double> direction(inputs.size(), 0);
            direction[j] = 1;
            tangent.along(direction, slopes);
            for (std::size_t k = 0; k < functions.size(); ++k) {
                const std::vector<Expr> d{derivative(functions[k], inputs[j])};
                const double expected = run(program(d, inputs), at)[0];
                EXPECT_NEAR(slopes[k], expected, 1e-13 * std::max(1.0, std::fabs(expected))) << k << ' ' << j;
            }
        }
    }
}

// √0 has no derivative; where its argument does not change, none is needed.
TEST(Tangent, WhatDoesNotChangeHasTheDerivativeZero) {
    Context c;
    const Expr x = c.variable("x"), y = c.variable("y");
    const std::vector<Expr> inputs{x, y}, functions{sqrt(x) + y};
    Tangent tangent(program(functions, inputs));
    double value = 0, slope = 0;
    tangent.place(std::vector{0.0, 1.0}, std::span(&value, 1));
    tangent.along(std::vector{0.0, 1.0}, std::span(&slope, 1));
    EXPECT_EQ(slope, 1);
}

}  // namespace
}  // namespace anholon
