#include "code/slopes.hpp"

#include <gtest/gtest.h>

#include "code/interpreter.hpp"
#include "expr/context.hpp"
#include "expr/derivative.hpp"

namespace anholon {
namespace {

// Of every operation, beside the same derivative as an expression.
TEST(Slopes, AreThoseOfTheExpressions) {
    Context c;
    const Expr x = c.variable("x"), y = c.variable("y");
    const std::vector<Expr> f{x * y - x / y, sin(x) * cos(y),
                              tan(x),        asin(x / 2),
                              acos(y / 3),   atan(x),
                              atan2(x, y),   sinh(x),
                              cosh(y),       tanh(x * y),
                              exp(x),        log(x),
                              sqrt(x + y),   pow(x, Rational(7, 3)),
                              pow(y, 5),     abs(x - y),
                              sign(x) * y,   choose(y - x, x * x, y)};
    const std::vector<Expr> inputs{x, y};
    const std::vector<double> at{0.7, 1.3}, direction{0.4, -0.9};
    std::vector<Expr> along;
    for (const Expr& e : f)
        along.push_back(derivative(e, x) * Rational(2, 5) - derivative(e, y) * Rational(9, 10));
    const std::vector<double> right = run(program(along, inputs), at);
    const Program p = program(f, inputs);
    std::vector<double> values(p.instructions.size()), slopes(values.size());
    run(p, 0, values.size(), at.data(), values.data());
    slopes_along(p, values, direction, slopes);
    for (std::size_t k = 0; k < f.size(); ++k) EXPECT_NEAR(slopes[p.outputs[k]], right[k], 1e-13) << k;
}

}  // namespace
}  // namespace anholon
