#include "code/reciprocals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "expr/context.hpp"
#include "expr/enclosure.hpp"

namespace anholon {
namespace {

class Reciprocals : public ::testing::Test {
  protected:
    Context c;
    Expr x = c.variable("x"), y = c.variable("y"), u = c.variable("u"), a = c.constant("a");
    std::vector<Expr> inputs{x, y, u, a};

    // What depends on `a` and numbers alone is fixed.
    Program inverted(const std::vector<Expr>& outputs) const {
        const Program p = program(outputs, inputs);
        std::vector<bool> is_fixed;
        for (const Instruction& i : p.instructions) {
            bool is = i.op != Op::input || i.a == 3;
            const std::uint32_t arguments[] = {i.a, i.b, i.c};
            for (std::size_t k = 0; k < argument_count(i.op); ++k) is = is && is_fixed[arguments[k]];
            is_fixed.push_back(is);
        }
        return with_reciprocals(p, is_fixed);
    }
    static std::ptrdiff_t divisions(const Program& p) {
        return std::ranges::count(p.instructions, Op::divide, &Instruction::op);
    }
};

TEST_F(Reciprocals, ComputeTheSame) {
    const Expr root = sqrt(x * x + y * y);
    const std::vector<Expr> outputs{x / root, y / root,        1 / root,       u / (x + y), x / a,
                                    u / a,    u * y / (1 + a), x / (root + u), a / (1 + a), x};
    const Program p = inverted(outputs);
    const Rational at[] = {Rational(7, 8), Rational(-5, 4), Rational(3, 5), Rational(3, 2)};
    const Point point{{x, at[0]}, {y, at[1]}, {u, at[2]}, {a, at[3]}};
    const std::vector<double> in{at[0].to_double(), at[1].to_double(), at[2].to_double(), at[3].to_double()},
        found = run(p, in);
    for (std::size_t k = 0; k < outputs.size(); ++k) {
        const double exact = enclosure(outputs[k], point).midpoint();
        EXPECT_NEAR(found[k], exact, 1e-15 * (1 + std::fabs(exact))) << k;
    }
}

TEST_F(Reciprocals, ADivisorThatIsSharedIsInvertedOnce) {
    const Expr root = sqrt(x * x + y * y);
    const std::vector<Expr> outputs{x / root, y / root, u / root};
    ASSERT_EQ(divisions(program(outputs, inputs)), 3);
    EXPECT_EQ(divisions(inverted(outputs)), 1);
}

// A product more would be needed, or a digit would be lost for nothing.
TEST_F(Reciprocals, OtherDivisionsStay) {
    const std::vector<Expr> outputs{x / (x + y), y / a, u / a, 1 / (1 + a), a / (1 + a)};
    const Program before = program(outputs, inputs), after = inverted(outputs);
    EXPECT_EQ(before.instructions, after.instructions);
    EXPECT_EQ(before.outputs, after.outputs);
}

}  // namespace
}  // namespace anholon
