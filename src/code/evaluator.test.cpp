#include "code/evaluator.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "algebra/prime_field.hpp"
#include "code/compiler.hpp"
#include "expr/context.hpp"

namespace anholon {
namespace {

// Machine code against the plain meaning of a program, at pseudo-random points, bit by bit: both round every operation once, and call
// the same library.
TEST(Evaluators, MachineCodeGivesTheInterpretersBits) {
    Context c;
    const Expr x = c.variable("x"), y = c.variable("y"), a = c.constant("a");
    const std::vector<Expr> inputs{x, y, a};
    std::vector<Expr> outputs{x * y - a / 3,
                              sqrt(x * x + y * y + 1),
                              sin(x) * cos(y),
                              tan(x) - atan(y),
                              exp(x) + sinh(y),
                              log(1 + x * x),
                              tanh(x) * cosh(y),
                              pow(1 + x * x, Rational(5, 3)),
                              atan2(x, y),
                              abs(x) - sign(y),
                              asin(x / 8) + acos(y / 8),
                              c.number(Rational(1, 3)),
                              x};
    Expr long_one = x;
    for (int k = 0; k < 3000; ++k)
        long_one = sin(long_one) * (k % 2 == 0 ? y : a) + x;  // more than one function
    outputs.push_back(long_one);
    const Program p = program(outputs, inputs);
    const auto machine = compiled(p), plain = interpreted(p);
    for (std::uint64_t trial = 0; trial < 50; ++trial) {
        double in[3], found[14], expected[14];
        for (std::uint64_t k = 0; k < 3; ++k) in[k] = static_cast<double>(mix(trial, k) % 4001) / 1000 - 2;
        (*machine)(in, found);
        (*plain)(in, expected);
        for (std::size_t k = 0; k < outputs.size(); ++k) EXPECT_EQ(found[k], expected[k]) << k;
    }
}

}  // namespace
}  // namespace anholon
