#include "code/cuda/device_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "expr/context.hpp"

namespace anholon {
namespace {

std::size_t count(const Program& p, Op op) {
    return static_cast<std::size_t>(std::ranges::count(p.instructions, op, &Instruction::op));
}

struct Example {
    Context c;
    Expr x = c.variable("x"), y = c.variable("y"), a = c.constant("a"), b = c.constant("b");
    std::vector<Expr> inputs{x, y, a, b};

    Program device(const std::vector<Expr>& outputs, const std::vector<KnownInput>& known) const {
        return device_program(program(outputs, inputs), known);
    }
    void expect_same(const std::vector<Expr>& outputs, const std::vector<KnownInput>& known) const {
        const Program before = program(outputs, inputs), after = device_program(before, known);
        for (double s = 0.3; s < 3; s += 0.37) {
            const std::vector<double> in{s, 1 / s + 0.2, known[2].value.value_or(s * s),
                                         known[3].value.value_or(2 * s)};
            const std::vector<double> one = run(before, in), other = run(after, in);
            for (std::size_t k = 0; k < one.size(); ++k)
                EXPECT_NEAR(other[k], one[k], 1e-14 * (1 + std::fabs(one[k])));
        }
    }
};

const std::vector<KnownInput> none{{}, {}, {.is_steady = true}, {.is_steady = true}};

TEST(DeviceProgram, ComputesWhatIsKnown) {
    const Example e;
    const std::vector<KnownInput> known{
        {}, {}, {.value = 3, .is_steady = true}, {.value = 0, .is_steady = true}};
    const std::vector<Expr> f{(e.a * e.a + 1) * e.x / e.a + e.b * sin(e.y), e.a * (2 * e.x)};
    const Program p = e.device(f, known);
    EXPECT_EQ(count(p, Op::divide), 0u);
    EXPECT_EQ(count(p, Op::sin), 0u);  // its factor vanishes
    EXPECT_LE(count(p, Op::multiply), 3u);
    e.expect_same(f, known);
}

TEST(DeviceProgram, InvertsADivisorOnce) {
    const Example e;
    const Expr d = e.x * e.x + e.y;
    const std::vector<Expr> f{e.x / d, e.y / d, sin(e.x) / d, e.x / (d * d), e.x / (e.a + 1)};
    const Program p = e.device(f, none);
    EXPECT_EQ(count(p, Op::divide), 2u);  // of d, and of a + 1, which is steady
    e.expect_same(f, none);
}

TEST(DeviceProgram, TakesTheInverseOfARootAsOneOperation) {
    const Example e;
    const Expr q = e.x * e.x + e.y * e.y + 1;
    const std::vector<Expr> f{e.x / sqrt(q), e.y / q, e.x * e.y / pow(q, Rational(3, 2)), sqrt(q)};
    const Program p = e.device(f, none);
    EXPECT_EQ(count(p, Op::divide), 0u);
    EXPECT_EQ(count(p, Op::square_root), 0u);
    EXPECT_EQ(count(p, Op::power), 1u);
    e.expect_same(f, none);
}

// A root that nothing is divided by stays: it has a value at 0.
TEST(DeviceProgram, KeepsOtherRoots) {
    const Example e;
    const std::vector<Expr> f{sqrt(e.x) + e.y};
    EXPECT_EQ(count(e.device(f, none), Op::square_root), 1u);
    e.expect_same(f, none);
}

TEST(DeviceProgram, KeepsWhatHasNoValue) {
    const Example e;
    const std::vector<KnownInput> known{{}, {}, {.value = 0, .is_steady = true}, {.is_steady = true}};
    const Program p = e.device({choose(e.x, e.y, 1 / e.a)}, known);
    EXPECT_EQ(run(p, std::vector<double>{1, 2, 0, 0})[0], 2);
}

}  // namespace
}  // namespace anholon
