#include "integrate/taylor/taylor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "expr/context.hpp"
#include "integrate/roots.hpp"
#include "integrate/taylor/batch.hpp"

namespace anholon {
namespace {

class TaylorSteps : public ::testing::Test {
  protected:
    Context c;
    Expr t = c.time(), x = c.variable("x"), v = c.variable("v"), w = c.constant("w");

    RateEquations oscillator() {
        return {"oscillator", "", t, {x, v}, {w}, {}, {}, {}, {v, -w * w * x}, {1}};
    }

    // Chaplygin's sleigh in u, ω, φ and the blade's place; its motion is known in closed form.
    RateEquations sleigh() {
        const Expr u = c.variable("u"), omega = c.variable("omega"), phi = c.variable("phi"),
                   y = c.variable("y");
        const Rational m = 2, I = 3, a{1, 2}, J = I + m * a * a;
        return {"sleigh",
                "",
                t,
                {u, omega, phi, x, y},
                {},
                {},
                {},
                {},
                {a * omega * omega, -(m * a / J) * u * omega, omega, u * cos(phi), u * sin(phi)},
                {}};
    }

    static Step run_to(Taylor& motion, double limit) {
        Step step;
        while (motion.time() != limit) {
            step = motion.step(limit);
            if (step.outcome != Step::Outcome::advanced) break;
        }
        return step;
    }
};

// A pendulum that is let go where it is horizontal comes back after four quarter periods √(l/g) K(sin 45°). From x = 0 its series has
// the powers 2, 6, 10, … alone; from x = π/2, measured from the vertical, rounding fills the gaps.
TEST_F(TaylorSteps, SeriesWithGaps) {
    const double period = 4 * 1.8540746773013719184 / std::sqrt(9.81);
    const Rational g{981, 100};
    const std::pair<RateEquations, double> cases[] = {
        {{"pendulum", "", t, {x, v}, {}, {}, {}, {}, {v, -g * cos(x)}, {}}, 0},
        {{"pendulum", "", t, {x, v}, {}, {}, {}, {}, {v, -g * sin(x)}, {}}, std::numbers::pi / 2}};
    for (const auto& [equations, start] : cases)
        for (const double tolerance : {1e-6, 1e-9, 1e-12, 1e-15}) {
            Taylor motion({equations}, {.tolerance = tolerance});
            const double initial[] = {start, 0};
            motion.start(0, initial, {});
            ASSERT_EQ(run_to(motion, period).outcome, Step::Outcome::advanced) << tolerance;
            EXPECT_NEAR(motion.state()[0], start, 10 * tolerance) << tolerance;
            EXPECT_NEAR(motion.state()[1], 0, 100 * tolerance) << tolerance;
        }
}

// Ensembles judge a step by its terms alone.
TEST_F(TaylorSteps, SeriesWithGapsInABatch) {
    const double period = 4 * 1.8540746773013719184 / std::sqrt(9.81);
    const RateEquations pendulum{"pendulum", "", t, {x, v}, {}, {}, {}, {}, {v, -Rational(981, 100) * cos(x)},
                                 {}};
    const std::vector<BatchStart> starts(5, BatchStart{{0, 0}, {}});
    for (const BatchEnd& end : integrate_batch(pendulum, starts, period, {.method = taylor_lanes}).ends) {
        ASSERT_EQ(end.outcome, Step::Outcome::advanced);
        EXPECT_NEAR(end.x[0], 0, 1e-14);
        EXPECT_NEAR(end.x[1], 0, 1e-13);
    }
}

// x¨ = −1 − x^k from rest at 0: x^k begins with t^2k, behind the gap or behind the last term.
TEST_F(TaylorSteps, PowersBeyondTheOrder) {
    for (const int k : {3, 4, 5, 7, 9, 11, 13, 21}) {
        const RateEquations wall{"wall", "", t, {x, v}, {}, {}, {}, {}, {v, -1 - pow(x, k)}, {}};
        Taylor motion({wall}, {.tolerance = 1e-15});
        const double initial[] = {0, 0};
        motion.start(0, initial, {});
        ASSERT_EQ(run_to(motion, 1.3).outcome, Step::Outcome::advanced) << k;
        const double at = motion.state()[0], speed = motion.state()[1];
        EXPECT_NEAR(speed * speed / 2 + at + std::pow(at, k + 1) / (k + 1), 0, 1e-14) << k;
    }
}

// y˙ = x⁶ from rest: its first terms vanish, and only the others can say how long a step is.
TEST_F(TaylorSteps, AVariableThatBeginsWithAHighPower) {
    const Expr y = c.variable("y");
    const RateEquations late{"late", "", t, {x, v, y}, {}, {}, {}, {}, {v, -x, pow(x, 6)}, {}};
    Taylor motion({late});
    const double start[] = {0, 1, 0};
    motion.start(0, start, {});
    EXPECT_EQ(run_to(motion, 2 * std::numbers::pi).outcome, Step::Outcome::advanced);
    EXPECT_NEAR(motion.state()[2], 2 * std::numbers::pi * 5 / 16, 1e-13);
}

// y˙ = e x + r x⁶ with e = 1e-290 and r = 1e-17, as where all terms of a rate cancel but for rounding: compared with its first terms
// alone, y would never allow a step that brings it anywhere.
TEST_F(TaylorSteps, AVariableThatIsRoundingAlone) {
    const Expr y = c.variable("y"), r = c.constant("r");
    const RateEquations small{"small", "", t, {x, v, y}, {w, r}, {}, {}, {}, {v, -x, w * x + r * pow(x, 6)},
                              {1, 1}};
    Taylor motion({small}, {.tolerance = 1e-12});
    const double start[] = {0, 1, 0}, p[] = {1e-290, 1e-17};
    motion.start(0, start, p);
    std::size_t steps = 0;
    for (; motion.time() < 2 * std::numbers::pi && steps < 1000; ++steps)
        ASSERT_EQ(motion.step(2 * std::numbers::pi).outcome, Step::Outcome::advanced);
    EXPECT_LT(steps, 100u);
    EXPECT_NEAR(motion.state()[2], 1e-17 * 2 * std::numbers::pi * 5 / 16, 1e-27);
}

TEST_F(TaylorSteps, OscillatorOverManyPeriods) {
    Taylor motion({oscillator()});
    const double start[] = {1, 0}, p[] = {2};
    motion.start(0, start, p);
    run_to(motion, 1000);
    EXPECT_NEAR(motion.state()[0], std::cos(2000.0), 1e-12);
    EXPECT_NEAR(motion.state()[1], -2 * std::sin(2000.0), 2e-12);
    const double other[] = {5};  // no new machine code
    motion.start(0, start, other);
    run_to(motion, 10);
    EXPECT_NEAR(motion.state()[0], std::cos(50.0), 1e-13);
}

// The numbers of cases.md §3: m=2 I=3 a=0.5, u0=−0.7 ω0=1.2 φ0=0.3, t=4.
TEST_F(TaylorSteps, ChaplyginsSleighInClosedForm) {
    Taylor motion({sleigh()});
    const double start[] = {-0.7, 1.2, 0.3, 0, 0};
    motion.start(0, start, {});
    run_to(motion, 4);
    const double expected[] = {1.586781172129, 0.530296688805, 4.453408274964, -2.4475135849, -1.3156831173};
    for (int i = 0; i < 5; ++i)
        EXPECT_NEAR(motion.state()[static_cast<std::size_t>(i)], expected[i], i < 3 ? 6e-13 : 6e-11);
    // u = U tanh λ(t − t0), ω = W sech λ(t − t0)
    const double E = 3.01, U = std::sqrt(E), W = std::sqrt(2 * E / 3.5),
                 lambda = 0.5 * std::sqrt(4 * E) / 3.5, t0 = -std::atanh(-0.7 / U) / lambda;
    EXPECT_NEAR(motion.state()[0], U * std::tanh(lambda * (4 - t0)), 2e-15);
    EXPECT_NEAR(motion.state()[1], W / std::cosh(lambda * (4 - t0)), 2e-15);
}

TEST_F(TaylorSteps, GoBackToWhereTheyCameFrom) {
    Taylor motion({sleigh()});
    const double start[] = {-0.7, 1.2, 0.3, 0, 0};
    motion.start(0, start, {});
    run_to(motion, 5);
    run_to(motion, 0);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(motion.state()[i], start[i], 2e-14);
}

TEST_F(TaylorSteps, AreKnownInBetween) {
    Taylor motion({oscillator()});
    const double start[] = {1, 0}, p[] = {1};
    motion.start(0, start, p);
    while (motion.time() < 10) {
        const Step step = motion.step(10);
        double at[2];
        for (int k = 0; k <= 10; ++k) {
            const double when = step.from + (step.to - step.from) * k / 10;
            motion.at(when, at);
            EXPECT_NEAR(at[0], std::cos(when), 2e-15);
        }
    }
}

TEST_F(TaylorSteps, FollowATimeDependentForce) {
    // x' = cos t + 2 t  ⇒  x = sin t + t²
    Taylor motion({RateEquations{"forced", "", t, {x}, {}, {}, {}, {}, {cos(t) + 2 * t}, {}}});
    const double start[] = {0};
    motion.start(0, start, {});
    run_to(motion, 7);
    EXPECT_NEAR(motion.state()[0], std::sin(7.0) + 49, 4e-14);
}

TEST_F(TaylorSteps, FindTheZerosOfEvents) {
    const Expr e = x;  // cos t
    Problem problem{oscillator(), {{e}, {e, +1}, {x - Rational(1, 2), -1}}};
    Taylor motion(problem);
    const double start[] = {1, 0}, p[] = {1};
    motion.start(0, start, p);
    std::vector<Crossing> found;
    while (motion.time() < 100) {
        const Step step = motion.step(100);
        found.insert(found.end(), step.crossings.begin(), step.crossings.end());
    }
    std::size_t count[3] = {};
    for (const Crossing& crossing : found) {
        const double k = static_cast<double>(count[crossing.event]++);
        const double pi = std::numbers::pi;
        if (crossing.event == 0) {
            EXPECT_NEAR(crossing.t, pi / 2 + k * pi, 1e-13);
            EXPECT_EQ(crossing.direction, static_cast<int>(k) % 2 == 0 ? -1 : 1);
        } else if (crossing.event == 1) {
            EXPECT_NEAR(crossing.t, 3 * pi / 2 + 2 * k * pi, 1e-13);
        } else {
            EXPECT_NEAR(crossing.t, pi / 3 + 2 * k * pi, 1e-13);
        }
    }
    EXPECT_EQ(count[0], 32);
    EXPECT_EQ(count[1], 16);
    EXPECT_EQ(count[2], 16);
}

TEST_F(TaylorSteps, EndAtTheZeroOfAnEvent) {
    const double pi = std::numbers::pi;
    // cos t ends a step, sin t and cos t − 1/2 do not.
    for (const double limit : {20.0, -20.0}) {
        Taylor motion({oscillator(), {{v}, {x, 0, true}, {x - Rational(1, 2), -1}}});
        const double start[] = {1, 0}, p[] = {1};
        motion.start(0, start, p);
        double zero = std::copysign(pi / 2, limit);
        std::size_t ends = 0, others = 0;
        while (motion.time() != limit) {
            const Step step = motion.step(limit);
            ASSERT_EQ(step.outcome, Step::Outcome::advanced);
            ASSERT_NE(step.to, step.from);
            EXPECT_EQ(step.to, motion.time());
            for (const Crossing& c : step.crossings) others += c.event != 1;
            double at[2];
            motion.at(step.to, at);
            EXPECT_NEAR(at[0], motion.state()[0], 4e-15);
            if (step.ended_by.empty()) {
                EXPECT_LT(std::fabs(step.to), std::fabs(zero));
                continue;
            }
            EXPECT_EQ(step.ended_by, std::vector<std::size_t>{1});
            EXPECT_EQ(step.crossings.back().event, 1u);
            EXPECT_EQ(step.crossings.back().t, step.to);
            EXPECT_NEAR(step.to, zero, 8e-15);
            EXPECT_NEAR(motion.state()[0], 0, 1e-14);
            zero += std::copysign(pi, limit);
            ++ends;
        }
        EXPECT_EQ(ends, 6u);
        EXPECT_EQ(others, 6u + 4u);
    }
}

TEST_F(TaylorSteps, DoNotEndAtAZeroWhereTheyStart) {
    Problem problem{oscillator(), {{v, 0, true}}};
    Taylor motion(problem);
    const double p[] = {1};
    for (const double rounding : {0.0, 1e-17, -1e-17}) {
        const double start[] = {1, rounding};  // −sin t
        motion.start(3, start, p);
        Step step;
        while (step.ended_by.empty()) step = motion.step(100);
        EXPECT_NEAR(step.to, 3 + std::numbers::pi, 1e-14) << rounding;
        // and if it starts anew where it has stopped
        const std::vector<double> there(motion.state().begin(), motion.state().end());
        motion.start(step.to, there, p);
        do step = motion.step(100);
        while (step.ended_by.empty());
        EXPECT_NEAR(step.to, 3 + 2 * std::numbers::pi, 1e-14) << rounding;
    }
}

// The state alone would allow a single step: nothing moves.
TEST_F(TaylorSteps, FollowAnEventThatIsFasterThanTheMotion) {
    Taylor motion({RateEquations{"rest", "", t, {x}, {}, {}, {}, {}, {c.one()}, {}},
                   {{sin(50 * t), 1, true}, {cos(50 * t)}}});
    const double start[] = {0};
    motion.start(0.01, start, {});
    double k = 0, quarters = 0;
    while (motion.time() != 10) {
        const Step step = motion.step(10);
        for (const Crossing& crossing : step.crossings)
            if (crossing.event == 1) {
                EXPECT_NEAR(50 * crossing.t, (quarters++ + 0.5) * std::numbers::pi, 1e-11);
            }
        if (step.ended_by.empty()) continue;
        EXPECT_NEAR(50 * step.to, 2 * ++k * std::numbers::pi, 1e-12);
    }
    EXPECT_EQ(k, 79);
    EXPECT_EQ(quarters, 159);
}

TEST_F(TaylorSteps, GoOnWhereAnEventOnlyTouchesZero) {
    Taylor motion({oscillator(), {{x + 1, 0, true}, {x + Rational(1, 2), -1, true}}});
    const double start[] = {1, 0}, p[] = {1};
    motion.start(0, start, p);
    std::vector<double> ends;
    while (motion.time() != 7)
        if (const Step step = motion.step(7); !step.ended_by.empty()) ends.push_back(step.to);
    // Rounding may make two zeros of the one that is touched at π.
    ASSERT_TRUE(ends.size() == 1 || ends.size() == 3);
    EXPECT_NEAR(ends[0], 2 * std::numbers::pi / 3, 1e-15);
    for (std::size_t k = 1; k < ends.size(); ++k) EXPECT_NEAR(ends[k], std::numbers::pi, 1e-7);
}

TEST_F(TaylorSteps, StopBeforeAPole) {
    // x' = x²: x = 1/(1 − t)
    Taylor motion({RateEquations{"pole", "", t, {x}, {}, {}, {}, {}, {x * x}, {}}});
    const double start[] = {1};
    motion.start(0, start, {});
    const Step end = run_to(motion, 2);
    EXPECT_NE(end.outcome, Step::Outcome::advanced);
    EXPECT_NEAR(motion.time(), 1, 1e-9);
    EXPECT_TRUE(std::isfinite(motion.state()[0]));
}

TEST_F(TaylorSteps, RefuseAStateWithoutRates) {
    Taylor motion({RateEquations{"cot", "", t, {x}, {}, {}, {}, {}, {cos(x) / sin(x)}, {}}});
    const double start[] = {0};
    motion.start(0, start, {});
    EXPECT_EQ(motion.step(1).outcome, Step::Outcome::singular);
    EXPECT_EQ(motion.time(), 0);
}

TEST_F(TaylorSteps, RestAtAnEquilibriumInOneStep) {
    Taylor motion({oscillator()});
    const double start[] = {0, 0}, p[] = {1};
    motion.start(0, start, p);
    const Step step = motion.step(1e12);
    EXPECT_EQ(step.to, 1e12);
    EXPECT_EQ(motion.state()[0], 0);
}

TEST_F(TaylorSteps, AnotherToleranceAnotherOrder) {
    Taylor motion({oscillator()}, {.tolerance = 1e-6});
    EXPECT_LT(motion.order(), 10);
    const double start[] = {1, 0}, p[] = {1};
    motion.start(0, start, p);
    run_to(motion, 10);
    EXPECT_NEAR(motion.state()[0], std::cos(10.0), 1e-4);
    EXPECT_GT(std::fabs(motion.state()[0] - std::cos(10.0)), 1e-13);
}

TEST(PolynomialRoots, AgainstKnownOnes) {
    // (x − 0.1)(x − 0.5)²(x − 0.9): where it only touches zero, rounding may make two zeros of one, never one.
    const std::vector<double> p{0.0225, -0.34, 1.34, -2, 1};
    const std::vector<double> found = sign_changes(p);
    ASSERT_TRUE(found.size() == 2 || found.size() == 4);
    EXPECT_NEAR(found.front(), 0.1, 1e-15);
    EXPECT_NEAR(found.back(), 0.9, 1e-14);
    for (std::size_t k = 1; k + 1 < found.size(); ++k) EXPECT_NEAR(found[k], 0.5, 1e-7);
    EXPECT_TRUE(sign_changes(std::vector<double>{1, 0.5, -0.2}).empty());
    EXPECT_EQ(sign_changes(std::vector<double>{-1, 1}), std::vector<double>{1});
    // Ten zeros in a row: T_10 moved to [0, 1].
    const std::vector<double> chebyshev{1,       -200,     6600,    -84480,   549120, -2050048,
                                        4659200, -6553600, 5570560, -2621440, 524288};
    const std::vector<double> ten = sign_changes(chebyshev);
    ASSERT_EQ(ten.size(), 10);
    for (std::size_t k = 0; k < 10; ++k)
        EXPECT_NEAR(ten[k], (1 - std::cos((2 * static_cast<double>(k) + 1) * std::numbers::pi / 20)) / 2,
                    1e-9);
}

class Batches : public TaylorSteps {
  protected:
    std::vector<BatchStart> starts(std::size_t count) {
        std::vector<BatchStart> list;
        for (std::size_t k = 0; k < count; ++k)
            list.push_back({{-0.7, 1.2 + 0.01 * static_cast<double>(k), 0.3, 0, 0}, {}});
        return list;
    }
};

TEST_F(Batches, GiveWhatSingleMotionsGive) {
    const auto list = starts(19);
    for (const std::size_t lanes : {1, 4, 8}) {
        const auto ends = integrate_batch(sleigh(), list, 4, {.method = taylor_lanes, .lanes = lanes}).ends;
        for (std::size_t k = 0; k < list.size(); ++k) {
            Taylor motion({sleigh()});
            motion.start(0, list[k].x, {});
            run_to(motion, 4);
            EXPECT_EQ(ends[k].t, 4);
            for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(ends[k].x[i], motion.state()[i], 2e-14);
        }
    }
}

TEST_F(Batches, DoNotDependOnThreadsNorOnNeighbours) {
    const auto list = starts(37);
    const auto one =
        integrate_batch(sleigh(), list, 7, {.method = taylor_lanes, .lanes = 4, .threads = 1}).ends;
    const auto three =
        integrate_batch(sleigh(), list, 7, {.method = taylor_lanes, .lanes = 4, .threads = 3}).ends;
    const auto alone =
        integrate_batch(sleigh(), std::span(list).subspan(11, 1), 7, {.method = taylor_lanes, .lanes = 4})
            .ends;
    for (std::size_t k = 0; k < list.size(); ++k) {
        EXPECT_EQ(one[k].x, three[k].x);
        EXPECT_EQ(one[k].steps, three[k].steps);
    }
    EXPECT_EQ(one[11].x, alone[0].x);
}

// A large variable beside a small one: x of the size 1000 turns slowly, y of the size 1 quickly.
TEST_F(Batches, MayMeasureAllVariablesByTheLargest) {
    const Expr y = c.variable("y"), u = c.variable("u");
    const RateEquations two{"two", "", t, {x, v, y, u}, {}, {}, {}, {}, {v, -x / 100, u, -y}, {}};
    const std::vector<BatchStart> list(9, {{1000, 0, 1, 0}, {}});
    for (const std::size_t lanes : {1, 4, 8}) {
        BatchOptions options{.method = taylor_lanes, .lanes = lanes, .is_plain = true};
        const auto own = integrate_batch(two, list, 100, options).ends;
        options.measure = ErrorMeasure::norm;
        const auto norm = integrate_batch(two, list, 100, options).ends;
        for (std::size_t k = 0; k < list.size(); ++k) {
            EXPECT_LT(norm[k].steps, own[k].steps);
            EXPECT_NEAR(own[k].x[2], std::cos(100.0), 1e-14);
            EXPECT_NEAR(norm[k].x[2], std::cos(100.0), 1e-11);
            EXPECT_NEAR(norm[k].x[0], 1000 * std::cos(10.0), 1e-11);
        }
    }
    const RateEquations pole{"pole", "", t, {x, y}, {}, {}, {}, {}, {x * x, c.one()}, {}};
    const std::vector<BatchStart> ends{{{0.1, 0}, {}}, {{1, 0}, {}}};
    const auto found =
        integrate_batch(pole, ends, 2, {.method = taylor_lanes, .lanes = 4, .measure = ErrorMeasure::norm})
            .ends;
    EXPECT_NEAR(found[0].x[0], 0.1 / 0.8, 1e-15);
    EXPECT_NE(found[1].outcome, Step::Outcome::advanced);
}

// Programs of any size go in lanes; where their linear systems are too large for that, the result says so.
TEST_F(Batches, SayHowManyGoSideBySide) {
    const auto linear = [&](std::size_t n) {  // z_i + Σ_j x z_j / n = i + 1, x' = z_0
        RateEquations e{"linear", "", t, {x}, {}, {}, Matrix(c, n, n), {}, {}, {}};
        for (std::size_t i = 0; i < n; ++i) {
            e.unknowns.push_back(c.variable("z" + std::to_string(n) + "_" + std::to_string(i)));
            e.r.push_back(c.number(Rational(static_cast<long>(i) + 1)));
            for (std::size_t j = 0; j < n; ++j)
                e.W(i, j) = (i == j ? c.one() : c.zero()) + x / Rational(static_cast<long>(n));
        }
        e.rates = {e.unknowns[0]};
        return e;
    };
    const std::vector<BatchStart> list(5, {{0}, {}});
    for (const std::size_t n : {3, 12, 30}) {
        const BatchResult found = integrate_batch(linear(n), list, 1, {.method = taylor_lanes, .lanes = 4});
        EXPECT_EQ(found.lanes, n <= 24 ? 4u : 1u) << n;
        EXPECT_EQ(found.why_fewer.empty(), n <= 24) << n;
        // z_0 = 1 − x (n + 1)/2 / (1 + x)
        const auto motion_end = [&] {
            Taylor motion({linear(n)});
            const double start[] = {0};
            motion.start(0, start, {});
            run_to(motion, 1);
            return motion.state()[0];
        }();
        for (const BatchEnd& end : found.ends) EXPECT_NEAR(end.x[0], motion_end, 1e-14) << n;
    }
}

TEST_F(Batches, HaveParametersOfTheirOwn) {
    const std::vector<BatchStart> list{{{1, 0}, {1}}, {{1, 0}, {2}}, {{1, 0}, {3}}};
    const auto ends = integrate_batch(oscillator(), list, 10, {.method = taylor_lanes, .lanes = 4}).ends;
    for (std::size_t k = 0; k < 3; ++k)
        EXPECT_NEAR(ends[k].x[0], std::cos(10 * (static_cast<double>(k) + 1)), 1e-13);
}

TEST_F(Batches, ThrowWhatGoesWrongInAThread) {
    std::vector<BatchStart> list(40, {{1, 0}, {1}});
    list[17].p.clear();
    for (const std::size_t threads : {1, 3})
        EXPECT_THROW(
            integrate_batch(oscillator(), list, 10, {.method = taylor_lanes, .lanes = 4, .threads = threads}),
            std::invalid_argument);
}

TEST_F(Batches, GoOnWhereOneMotionEnds) {
    const RateEquations pole{"pole", "", t, {x}, {}, {}, {}, {}, {x * x}, {}};
    const std::vector<BatchStart> list{{{0.1}, {}}, {{1}, {}}, {{-1}, {}}};
    const auto ends = integrate_batch(pole, list, 2, {.method = taylor_lanes, .lanes = 4}).ends;
    EXPECT_NEAR(ends[0].x[0], 0.1 / 0.8, 1e-15);
    EXPECT_NE(ends[1].outcome, Step::Outcome::advanced);
    EXPECT_LT(ends[1].t, 1.0001);
    EXPECT_NEAR(ends[2].x[0], -1.0 / 3, 1e-15);
}

}  // namespace
}  // namespace anholon
