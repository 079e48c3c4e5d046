#include "integrate/runge_kutta/lanes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "expr/context.hpp"
#include "integrate/runge_kutta/dop853.hpp"
#include "integrate/taylor/batch.hpp"

namespace anholon {
namespace {

using Outcome = Step::Outcome;

class Dop853Lanes : public ::testing::Test {
  protected:
    Context c;
    Expr t = c.time(), x = c.variable("x"), v = c.variable("v"), w = c.constant("w");

    RateEquations alone(Expr rate) { return {"alone", "", t, {x}, {}, {}, {}, {}, {rate}, {}}; }
    // No W.
    RateEquations oscillator() {
        return {"oscillator", "", t, {x, v}, {w}, {}, {}, {}, {v, -w * w * x}, {1}};
    }
    // W is x: singular where x = 0; ẋ = 1/x.
    RateEquations root() { return {"root", "", t, {x}, {}, {dot(x)}, Matrix{{x}}, {c.one()}, {dot(x)}, {}}; }
    // A point of the unit circle under gravity, with its multiplier: W is symmetric and indefinite.
    RateEquations circle() {
        const Expr y = c.variable("y"), u = c.variable("u"), a = c.variable("a"), b = c.variable("b"),
                   lambda = c.variable("lambda");
        return {"circle",
                "",
                t,
                {x, y, u, v},
                {w},
                {a, b, lambda},
                Matrix{{c.one(), c.zero(), x}, {c.zero(), c.one(), y}, {x, y, c.zero()}},
                {c.zero(), -w, -u * u - v * v},
                {u, v, a, b},
                {}};
    }

    struct Single {
        std::vector<double> x;
        std::size_t steps = 0;
        Step last;
    };
    static Single single(const RateEquations& equations, const BatchStart& start, double until,
                         double tolerance) {
        const auto motion = dop853({equations}, {.tolerance = tolerance});
        motion->start(0, start.x, start.p);
        Single result;
        while (motion->time() != until) {
            result.last = motion->step(until);
            if (result.last.outcome != Outcome::advanced) break;
            ++result.steps;
        }
        result.x.assign(motion->state().begin(), motion->state().end());
        return result;
    }

    // Lanes of every width, against dop853 bit by bit: there is no elementary function.
    static void expect_the_bits_of_dop853(const RateEquations& equations,
                                          const std::vector<BatchStart>& starts, double until,
                                          double tolerance) {
        for (const std::size_t lanes : {1, 4, 8}) {
            const auto [ends, width, why] = integrate_batch(
                equations, starts, until, {.method = dop853_lanes, .tolerance = tolerance, .lanes = lanes});
            EXPECT_EQ(width, lanes);
            EXPECT_EQ(why, "");
            for (std::size_t k = 0; k < starts.size(); ++k) {
                const Single expected = single(equations, starts[k], until, tolerance);
                EXPECT_EQ(ends[k].x, expected.x) << lanes << ' ' << k;
                EXPECT_EQ(ends[k].steps, expected.steps) << lanes << ' ' << k;
                EXPECT_EQ(ends[k].outcome, expected.last.outcome) << lanes << ' ' << k;
                EXPECT_EQ(ends[k].reason, expected.last.reason) << lanes << ' ' << k;
            }
        }
    }
};

TEST_F(Dop853Lanes, KnowTheOscillator) {
    std::vector<BatchStart> starts;
    for (int k = 0; k < 21; ++k) starts.push_back({{1, 0}, {1 + 0.25 * k}});
    for (const double until : {10.0, -3.0}) {
        const auto ends = integrate_batch(oscillator(), starts, until, {.method = dop853_lanes}).ends;
        for (std::size_t k = 0; k < starts.size(); ++k) {
            EXPECT_EQ(ends[k].t, until);
            EXPECT_NEAR(ends[k].x[0], std::cos(starts[k].p[0] * until), 1e-10) << k;
        }
        expect_the_bits_of_dop853(oscillator(), starts, until, 1e-9);
    }
}

TEST_F(Dop853Lanes, AreTheStepsOfDop853) {
    std::vector<BatchStart> starts;
    for (int k = 0; k < 19; ++k) starts.push_back({{0, -1, 0.5 + 0.3 * k, 0}, {9.81 - 0.1 * k}});
    expect_the_bits_of_dop853(circle(), starts, 2, 1e-11);
    const Expr near = 1 / (1 + 1'000'000 * pow(t - Rational(3, 2), 2));
    expect_the_bits_of_dop853(alone(x * near - x / 100), {{{1}, {}}, {{2}, {}}, {{-3}, {}}}, 3, 1e-8);
}

// Some start where W is singular, some come there, some are far from it, and one is no number.
TEST_F(Dop853Lanes, EachFailsByItself) {
    std::vector<BatchStart> starts;
    for (const double at : {2.0, 0.0, -0.5, 3.0, -2.0, std::nan(""), 1.0, 0.0, 5.0, -0.25, 4.0})
        starts.push_back({{at}, {}});
    expect_the_bits_of_dop853(root(), {{{2}, {}}, {{0}, {}}, {{3}, {}}, {{0.5}, {}}}, 1, 1e-9);
    const auto ends = integrate_batch(root(), starts, -0.5, {.method = dop853_lanes, .lanes = 4}).ends;
    for (std::size_t k = 0; k < starts.size(); ++k) {
        const double from = starts[k].x[0], square = from * from - 1;  // x² = x_0² + 2 t
        const bool is_there = square > 0;
        EXPECT_EQ(ends[k].outcome == Outcome::advanced, is_there) << k;
        EXPECT_EQ(ends[k].reason.empty(), is_there) << k;
        if (is_there) {
            EXPECT_NEAR(ends[k].x[0], std::copysign(std::sqrt(square), from), 1e-10) << k;
        } else if (from * from > 0) {
            EXPECT_NEAR(ends[k].t, -from * from / 2, 1e-3) << k;
        }
    }
}

// Steps grow sixfold while nothing happens, and no stage meets the push in the middle of one: see the test of dop853.
TEST_F(Dop853Lanes, AStepThatIsMuchLongerIsCheckedWithin) {
    const RateEquations push{"push", "", t, {x}, {w}, {}, {}, {}, {10 * exp(-pow(10 * (t - w), 2))}, {1}};
    const std::vector<BatchStart> starts{
        {{0}, {7.36}}, {{0}, {7.36}}, {{0}, {2}}, {{0}, {7.36}}, {{0}, {12}}};
    for (const std::size_t lanes : {1, 4, 8}) {
        const auto ends =
            integrate_batch(push, starts, 30, {.method = dop853_lanes, .tolerance = 1e-8, .lanes = lanes})
                .ends;
        for (const BatchEnd& end : ends) EXPECT_NEAR(end.x[0], std::sqrt(std::numbers::pi), 1e-6) << lanes;
    }
}

// W = t − w changes the sign of its determinant between two stages, in some of the lanes.
TEST_F(Dop853Lanes, DoNotStepOverASingularMatrix) {
    const RateEquations change{
        "change", "", t, {x}, {w}, {dot(x)}, Matrix{{t - w}}, {c.number(Rational(1, 1000000000))},
        {dot(x)}, {1}};
    const std::vector<BatchStart> starts{{{1}, {1}}, {{1}, {3}}, {{1}, {0.5}}, {{1}, {-1}}, {{1}, {1.5}}};
    const auto ends =
        integrate_batch(change, starts, 2, {.method = dop853_lanes, .tolerance = 1e-3, .lanes = 4}).ends;
    for (std::size_t k = 0; k < starts.size(); ++k) {
        const double at = starts[k].p[0];
        const bool is_met = at > 0 && at < 2;
        EXPECT_EQ(ends[k].outcome == Outcome::advanced, !is_met) << k;
        EXPECT_NEAR(ends[k].t, is_met ? at : 2, 1e-9) << k;
    }
}

TEST_F(Dop853Lanes, GoOnWhereOneMotionEnds) {
    const std::vector<BatchStart> starts{{{0.1}, {}}, {{1}, {}}, {{-1}, {}}};
    const auto ends = integrate_batch(alone(x * x), starts, 2, {.method = dop853_lanes}).ends;
    EXPECT_NEAR(ends[0].x[0], 0.1 / 0.8, 1e-13);
    EXPECT_NE(ends[1].outcome, Outcome::advanced);
    EXPECT_LT(ends[1].t, 1.0001);
    EXPECT_NEAR(ends[2].x[0], -1.0 / 3, 1e-13);
}

// Elementary functions of small and of large angles side by side, parameters and lengths of motions that differ.
TEST_F(Dop853Lanes, DoNotDependOnThreadsNorOnNeighbours) {
    const RateEquations pendulum{
        "pendulum", "", t, {x, v}, {w}, {}, {}, {}, {v, -w * sin(x) + exp(-t) * cos(x)}, {1}};
    std::vector<BatchStart> starts;
    for (int k = 0; k < 41; ++k)
        starts.push_back({{k % 3 == 0 ? 1e4 * k : 0.1 * k, 1.5}, {1 + 0.3 * (k % 7)}});
    starts[5].x[0] = std::nan("");
    for (const std::size_t lanes : {4, 8})
        for (const MakeLanes method : {dop853_lanes, taylor_lanes}) {
            const auto run = [&](std::span<const BatchStart> some, std::size_t threads) {
                return integrate_batch(
                           pendulum, some, 5,
                           {.method = method, .tolerance = 1e-10, .lanes = lanes, .threads = threads})
                    .ends;
            };
            const auto one = run(starts, 1), three = run(starts, 3);
            for (std::size_t k = 0; k < starts.size(); ++k) {
                if (k == 5) continue;
                EXPECT_EQ(one[k].x, three[k].x) << k;
                EXPECT_EQ(one[k].steps, three[k].steps) << k;
                const auto alone = run(std::span(starts).subspan(k, 1), 1);
                EXPECT_EQ(one[k].x, alone[0].x) << lanes << ' ' << k;
            }
            EXPECT_EQ(one[5].outcome, Outcome::singular);
        }
}

TEST_F(Dop853Lanes, NeedTheRightNumbers) {
    std::vector<BatchStart> starts(40, {{1, 0}, {1}});
    starts[17].p.clear();
    for (const std::size_t threads : {1, 3})
        EXPECT_THROW(integrate_batch(oscillator(), starts, 10, {.method = dop853_lanes, .threads = threads}),
                     std::invalid_argument);
    EXPECT_THROW(dop853_lanes(oscillator(), {.lanes = 3}), std::invalid_argument);
    EXPECT_THROW(dop853_lanes(oscillator(), {.lanes = 16}), std::invalid_argument);
    EXPECT_THROW(integrate_batch(oscillator(), {}, HUGE_VAL, {.method = dop853_lanes}),
                 std::invalid_argument);
}

TEST_F(Dop853Lanes, AMotionOfNoLengthStaysWhereItStarts) {
    const std::vector<BatchStart> starts{{{1, 2}, {3}}};
    const auto ends = integrate_batch(oscillator(), starts, 0, {.method = dop853_lanes}).ends;
    EXPECT_EQ(ends[0].x, starts[0].x);
    EXPECT_EQ(ends[0].steps, 0);
}

}  // namespace
}  // namespace anholon
