#include "proof/judge.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expr/context.hpp"
#include "proof/translation.hpp"

namespace anholon::proof {
namespace {

using Outcome = Judgement::Outcome;

// An expression that is claimed to vanish, in variables without a law.
class Zero {
  public:
    Judgement judged(const Expr& e, std::uint64_t seed = 1) {
        Subject subject;
        Translation translate(subject.program, e.context());
        const Id node = translate(e);
        System system;
        for (const Id id : subject.program.below(std::array{node}))
            if (subject.program[id].op == Op::variable) system.parameters.push_back(id);
        for (const Id x : system.parameters) system.sample[subject.program.name_at(x)] = Rational(7, 8);
        subject.systems.push_back(system);
        Claim claim{.id = "zero", .kind = Claim::Kind::zero, .node = node};
        return judge(subject, claim, {.seed = seed});
    }
    Context c;
};

TEST(Judge, AlgebraAndRootsAreDecided) {
    Zero zero;
    const Expr x = zero.c.variable("x"), y = zero.c.variable("y");
    const auto holds = [&](const Expr& e) { return zero.judged(e).outcome == Outcome::holds; };
    const auto fails = [&](const Expr& e) { return zero.judged(e).outcome == Outcome::fails; };
    EXPECT_TRUE(holds(pow(x + y, 3) - pow(x, 3) - 3 * x * x * y - 3 * x * y * y - pow(y, 3)));
    EXPECT_TRUE(fails(pow(x + y, 3) - pow(x, 3) - 3 * x * x * y - 3 * x * y * y - 2 * pow(y, 3)));
    EXPECT_TRUE(holds(sqrt(x) * sqrt(x) - x));
    EXPECT_TRUE(holds(sqrt(x * x * y) - abs(x) * sqrt(y)));
    EXPECT_TRUE(fails(sqrt(x * x * y) - x * sqrt(y)));
    EXPECT_TRUE(fails(sqrt(x * x) - x));
    EXPECT_TRUE(holds(sqrt(x) - abs(sqrt(x))));
    EXPECT_TRUE(
        holds(pow(pow(x, 2) + 1, Rational(1, 3)) * pow(pow(x, 2) + 1, Rational(2, 3)) - pow(x, 2) - 1));
    EXPECT_TRUE(holds(abs(x) * abs(x) - x * x));
    EXPECT_TRUE(fails(abs(x) + abs(y) - abs(x + y)));
    EXPECT_TRUE(holds(pow(abs(x * x + 1), Rational(1, 2)) - sqrt(x * x + 1)));
}

TEST(Judge, FunctionsObeyTheirAdditionTheorems) {
    Zero zero;
    const Expr x = zero.c.variable("x"), y = zero.c.variable("y");
    const auto outcome = [&](const Expr& e) { return zero.judged(e).outcome; };
    EXPECT_EQ(outcome(pow(sin(x), 2) + pow(cos(x), 2) - 1), Outcome::holds);
    EXPECT_EQ(outcome(sin(3 * x / 2) - 3 * sin(x / 2) + 4 * pow(sin(x / 2), 3)), Outcome::holds);
    EXPECT_EQ(outcome(cos(x + y) - cos(x) * cos(y) + sin(x) * sin(y)), Outcome::holds);
    EXPECT_EQ(outcome(cos(x + y) - cos(x) * cos(y) - sin(x) * sin(y)), Outcome::fails);
    EXPECT_EQ(outcome(sin(x + zero.c.pi() / 2) - cos(x)), Outcome::holds);
    EXPECT_EQ(outcome(sin(x + zero.c.pi() / 4) * sqrt(zero.c.number(2)) - sin(x) - cos(x)), Outcome::holds);
    EXPECT_EQ(outcome(exp(x) * exp(y) - exp(x + y)), Outcome::holds);
    EXPECT_EQ(outcome(cosh(x) * cosh(x) - sinh(x) * sinh(x) - 1), Outcome::holds);
    EXPECT_EQ(outcome(sin(atan2(y, x)) * sqrt(x * x + y * y) - y), Outcome::holds);
    EXPECT_EQ(outcome(atan(x) + atan(1 / x) - zero.c.pi() / 2), Outcome::fails);  // for x < 0
    EXPECT_EQ(outcome(log(x * y) - log(x) - log(y)), Outcome::open);              // true, and not known here
    EXPECT_EQ(outcome(log(x) - log(-x)), Outcome::open);                          // defined nowhere
}

// C1: a symbol under a root in one place is the same number in all others.
TEST(Judge, AVariableHasOneValue) {
    Zero zero;
    const Expr x = zero.c.variable("x"), y = zero.c.variable("y");
    EXPECT_EQ(zero.judged(sqrt(y) * sqrt(y) - y + x - x).outcome, Outcome::holds);
    EXPECT_EQ(zero.judged(sqrt(y) * sqrt(y) - y * y).outcome, Outcome::fails);
    EXPECT_EQ(zero.judged(choose(y, sqrt(y), zero.c.zero()) - sqrt(y)).outcome, Outcome::holds);
    // The root in the branch that is not taken says nothing of y.
    const Expr half = choose(y, sqrt(y), zero.c.zero());
    EXPECT_EQ(zero.judged(half * half - y).outcome, Outcome::fails);
    EXPECT_EQ(zero.judged(half * half - (abs(y) + y) / 2).outcome, Outcome::holds);
}

// C6: twenty-four absolute values of positive numbers.
TEST(Judge, SignsThatAreKnownNeedNoBranches) {
    Zero zero;
    const Expr x = zero.c.variable("x");
    Expr sum = zero.c.zero();
    for (long k = 1; k <= 24; ++k) sum += abs(x * x + Rational(k));
    EXPECT_EQ(zero.judged(sum - 24 * x * x - 300).outcome, Outcome::holds);
    EXPECT_EQ(zero.judged(sum - 24 * x * x - 301).outcome, Outcome::fails);
}

TEST(Judge, TheBoundIsAProbability) {
    Zero zero;
    const Expr x = zero.c.variable("x");
    const Judgement j = zero.judged(pow(x + 1, 2) - x * x - 2 * x - 1);
    EXPECT_EQ(j.outcome, Outcome::holds);
    EXPECT_LE(j.log2_error, -60);
    EXPECT_GT(j.error_bound(), 0);
}

// Other seeds draw other primes and points, and come to the same verdict.
TEST(Judge, VerdictsDoNotDependOnTheSeed) {
    Zero zero;
    const Expr x = zero.c.variable("x"), y = zero.c.variable("y");
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        EXPECT_EQ(zero.judged(sqrt(x + y) * sqrt(x + y) - x - y, seed).outcome, Outcome::holds) << seed;
        EXPECT_EQ(zero.judged(abs(x) - x, seed).outcome, Outcome::fails) << seed;
    }
}

}  // namespace
}  // namespace anholon::proof
