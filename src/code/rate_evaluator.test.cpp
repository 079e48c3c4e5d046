#include "code/rate_evaluator.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "algebra/prime_field.hpp"
#include "code/compiler.hpp"
#include "expr/context.hpp"

namespace anholon {
namespace {

// Two pendulums, one hanging from the other, of unit masses and lengths; the angles and, of the whole, a quadrature and a clock.
struct DoublePendulum {
    Context c;
    Expr t = c.time(), a = c.variable("a"), b = c.variable("b"), u = dot(a), v = dot(b), s = c.variable("s"),
         clock = c.variable("clock"), g = c.constant("g");

    RateEquations equations() {
        RateEquations e{"Pendulum", "", t, {a, b, u, v, s, clock}, {g}, {dot(u), dot(v)}, {}, {}, {}, {}};
        e.W = Matrix{{c.number(2), cos(a - b)}, {cos(a - b), c.one()}};
        e.r = {-sin(a - b) * v * v - 2 * g * sin(a), sin(a - b) * u * u - g * sin(b)};
        e.rates = {u, v, dot(u), dot(v), dot(u) * g / 3 + cos(a - b) * t, c.one()};
        return e;
    }
};

struct Motion {
    explicit Motion(const RateProgram& p, double g) : memory(p.doubles()), rates(p.states) {
        p.set_parameters(std::vector{g}, memory.data());
    }
    std::vector<double> memory, rates;
};

TEST(RateEvaluators, GiveTheAccelerationsOfADoublePendulum) {
    DoublePendulum pendulum;
    const RateProgram p = rate_program(pendulum.equations());
    EXPECT_TRUE(p.is_symmetric);
    const double point[] = {0.5, 0.3, -0.4, 1.1, 0.7, 0, 0}, g = 9.81;
    for (const auto& evaluator : {interpreted_rates(p), compiled_rates(p)}) {
        Motion motion(p, g);
        ASSERT_EQ((*evaluator)(point, motion.memory.data(), motion.rates.data()), 1);
        // Cramer's rule
        const double C = std::cos(0.7), S = std::sin(0.7);
        const double r1 = -S * 0.49 - 2 * g * std::sin(0.3), r2 = S * 1.21 + g * std::sin(0.4);
        const double z1 = (r1 - C * r2) / (2 - C * C), z2 = (2 * r2 - C * r1) / (2 - C * C);
        const double expected[] = {1.1, 0.7, z1, z2, z1 * g / 3 + C * 0.5, 1};
        for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(motion.rates[i], expected[i], 4e-14) << i;
        EXPECT_NEAR(motion.memory[p.z + 1], z2, 4e-14);
    }
}

// What is constant comes before what needs no z, and that before the rest.
TEST(RateEvaluators, ComputeConstantsOnce) {
    DoublePendulum pendulum;
    const RateProgram p = rate_program(pendulum.equations());
    const auto reads_later = [&](std::uint32_t from, std::uint32_t to) {
        bool found = false;
        for (std::uint32_t i = from; i < to; ++i) {
            const Instruction& one = p.program.instructions[i];
            const std::uint32_t arguments[] = {one.a, one.b, one.c};
            for (std::size_t k = 0; k < argument_count(one.op); ++k) found = found || arguments[k] >= to;
        }
        return found;
    };
    EXPECT_FALSE(reads_later(0, p.constants));
    EXPECT_FALSE(reads_later(p.constants, p.z));
    const auto evaluator = interpreted_rates(p);
    const double point[] = {0.5, 0.3, -0.4, 1.1, 0.7, 0, 0};
    Motion once(p, 9.81), again(p, 1);
    p.set_parameters(std::vector{9.81}, again.memory.data());
    (*evaluator)(point, once.memory.data(), once.rates.data());
    (*evaluator)(point, again.memory.data(), again.rates.data());
    EXPECT_EQ(once.rates, again.rates);
}

// Machine code against the interpreter, bit by bit, also where the program is cut into several functions.
TEST(RateEvaluators, MachineCodeGivesTheInterpretersBits) {
    DoublePendulum pendulum;
    for (const int length : {0, 2500}) {
        RateEquations e = pendulum.equations();
        Expr long_one = pendulum.a;
        for (int k = 0; k < length; ++k) long_one = sin(long_one) * pendulum.b + pendulum.g;
        e.W(0, 0) += long_one * long_one;
        e.rates[4] = e.rates[4] + long_one;
        Expr later = dot(pendulum.v);
        for (int k = 0; k < length; ++k) later = cos(later) * pendulum.a + long_one;
        e.rates[5] = later;
        const RateProgram p = rate_program(e);
        const auto machine = compiled_rates(p), plain = interpreted_rates(p), both = tiered_rates(p);
        for (std::uint64_t trial = 0; trial < 60; ++trial) {
            double point[7];
            for (std::uint64_t k = 0; k < 7; ++k)
                point[k] = static_cast<double>(mix(trial, k) % 4001) / 1000 - 2;
            const double g = 1 + static_cast<double>(trial);
            Motion x(p, g), y(p, g), z(p, g);
            const int sign = (*plain)(point, x.memory.data(), x.rates.data());
            EXPECT_EQ((*machine)(point, y.memory.data(), y.rates.data()), sign);
            EXPECT_EQ((*both)(point, z.memory.data(), z.rates.data()), sign);
            EXPECT_EQ(x.rates, y.rates) << length << ' ' << trial;
            EXPECT_EQ(x.rates, z.rates) << length << ' ' << trial;
        }
    }
}

TEST(RateEvaluators, SayWhereWIsSingular) {
    Context c;
    const Expr t = c.time(), x = c.variable("x");
    const RateEquations e{"Root", "", t, {x}, {}, {dot(x)}, Matrix{{x}}, {c.one()}, {dot(x)}, {}};
    const RateProgram p = rate_program(e);
    for (const auto& evaluator : {interpreted_rates(p), compiled_rates(p)})
        for (const double at : {-2.0, 0.0, 4.0}) {
            std::vector<double> memory(p.doubles());
            double point[] = {0, at}, rate = 0;
            p.set_parameters({}, memory.data());
            EXPECT_EQ((*evaluator)(point, memory.data(), &rate), (at > 0) - (at < 0));
            if (at != 0) {
                EXPECT_EQ(rate, 1 / at);
            }
        }
}

TEST(RateEvaluators, NeedNoUnknowns) {
    Context c;
    const Expr t = c.time(), x = c.variable("x"), v = c.variable("v"), w = c.constant("w");
    const RateEquations e{"Oscillator", "", t, {x, v}, {w}, {}, {}, {}, {v, -w * w * x}, {}};
    const RateProgram p = rate_program(e);
    for (const auto& evaluator : {interpreted_rates(p), compiled_rates(p)}) {
        Motion motion(p, 3);
        const double point[] = {0, 2, 5};
        EXPECT_EQ((*evaluator)(point, motion.memory.data(), motion.rates.data()), 1);
        EXPECT_EQ(motion.rates, (std::vector<double>{5, -18}));
    }
}

}  // namespace
}  // namespace anholon
