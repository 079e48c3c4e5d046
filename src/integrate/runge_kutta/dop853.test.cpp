#include "integrate/runge_kutta/dop853.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "expr/context.hpp"
#include "integrate/aligned.hpp"
#include "integrate/runge_kutta/stages.hpp"
#include "integrate/taylor/taylor.hpp"

namespace anholon {
namespace {

using Outcome = Step::Outcome;

class Dop853 : public ::testing::Test {
  protected:
    Context c;
    Expr t = c.time(), x = c.variable("x"), v = c.variable("v"), w = c.constant("w");

    RateEquations oscillator() {
        return {"oscillator", "", t, {x, v}, {w}, {}, {}, {}, {v, -w * w * x}, {1}};
    }
    RateEquations alone(Expr rate) { return {"alone", "", t, {x}, {}, {}, {}, {}, {rate}, {}}; }

    static Step run_to(Integrator& motion, double limit) {
        Step step;
        while (motion.time() != limit) {
            step = motion.step(limit);
            if (step.outcome != Outcome::advanced) break;
        }
        return step;
    }
};

// --- the order, in steps of a fixed length: x' = x cos t, x = e^(sin t)

struct FixedSteps {
    static constexpr std::size_t columns = 8;
    AlignedDoubles x{columns}, end{columns}, rest{columns}, k{runge_kutta::all_stages * columns},
        dense{8 * columns}, value{columns}, slope{columns};
    double t = 0, h;

    explicit FixedSteps(double length) : h(length) { end[0] = 1; }
    runge_kutta::Eight lengths() const { return runge_kutta::for_eight(&h, 1); }
    void set_stage(std::size_t i) { k[i * columns] = value[0] * std::cos(t + runge_kutta::c[i] * h); }
    void step() {
        x[0] = value[0] = end[0];
        set_stage(0);
        for (std::size_t i = 1; i < runge_kutta::stages; ++i) {
            runge_kutta::stage_state(i, x.data(), k.data(), columns, lengths(), value.data());
            set_stage(i);
        }
        runge_kutta::end_state(x.data(), AlignedDoubles(columns).data(), k.data(), columns, lengths(),
                               end.data(), rest.data());
        value[0] = end[0];
        set_stage(12);
        for (const std::size_t i : {13, 14, 15}) {
            runge_kutta::stage_state(i, x.data(), k.data(), columns, lengths(), value.data());
            set_stage(i);
        }
        runge_kutta::dense_output(x.data(), end.data(), k.data(), columns, lengths(), dense.data());
        t += h;
    }
    // Of the polynomial over the last step, at its worst.
    double error_within() {
        double worst = 0;
        for (int part = 1; part < 20; ++part) {
            runge_kutta::dense_value(dense.data(), columns, part / 20.0, value.data(), slope.data());
            worst = std::max(worst, std::fabs(value[0] - std::exp(std::sin(t - h + part / 20.0 * h))));
        }
        return worst;
    }
};

TEST_F(Dop853, HasOrder8) {
    std::vector<double> errors;
    for (const int steps : {4, 8, 16}) {
        FixedSteps motion(4.0 / steps);
        for (int k = 0; k < steps; ++k) motion.step();
        errors.push_back(std::fabs(motion.end[0] - std::exp(std::sin(4.0))));
    }
    for (std::size_t k = 1; k < errors.size(); ++k) {
        const double order = std::log2(errors[k - 1] / errors[k]);
        EXPECT_GT(order, 7.5) << errors[k - 1] << ' ' << errors[k];
        EXPECT_LT(order, 9.5) << errors[k - 1] << ' ' << errors[k];
    }
}

// A polynomial of order 7 misses by h⁸ within one step.
TEST_F(Dop853, HasDenseOutputOfOrder7) {
    std::vector<double> errors;
    for (const double h : {1.0, 0.5, 0.25}) {
        FixedSteps motion(h);
        motion.step();
        errors.push_back(motion.error_within());
    }
    for (std::size_t k = 1; k < errors.size(); ++k) {
        const double order = std::log2(errors[k - 1] / errors[k]);
        EXPECT_GT(order, 7.5) << errors[k - 1] << ' ' << errors[k];
        EXPECT_LT(order, 9.5) << errors[k - 1] << ' ' << errors[k];
    }
}

TEST_F(Dop853, TheSlopeIsTheDerivativeOfTheDenseOutput) {
    FixedSteps motion(0.5);
    motion.step();
    const auto at = [&](double part) {
        runge_kutta::dense_value(motion.dense.data(), FixedSteps::columns, part, motion.value.data(),
                                 motion.slope.data());
        return std::pair{motion.value[0], motion.slope[0]};
    };
    for (const double part : {0.0, 0.3, 0.8, 1.0})
        EXPECT_NEAR((at(part + 1e-5).first - at(part - 1e-5).first) / 2e-5, at(part).second, 1e-9) << part;
}

// --- motions

TEST_F(Dop853, KeepsTheTolerance) {
    const double start[] = {1, 0}, p[] = {2};
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 1e-14}) {
        const auto motion = dop853({oscillator()}, {.tolerance = tolerance});
        motion->start(0, start, p);
        ASSERT_EQ(run_to(*motion, 20).outcome, Outcome::advanced);
        EXPECT_NEAR(motion->state()[0], std::cos(40.0), 40 * tolerance) << tolerance;
        EXPECT_NEAR(motion->state()[1], -2 * std::sin(40.0), 80 * tolerance) << tolerance;
    }
}

// Coordinates, quasi-velocities and a solved W: the numbers of cases.md §3, m = 2, I = 3, a = 0.5, t = 4.
TEST_F(Dop853, ChaplyginsSleighInClosedForm) {
    const Expr u = c.variable("u"), omega = c.variable("omega"), phi = c.variable("phi");
    RateEquations e{"sleigh", "", t, {u, omega, phi}, {}, {dot(u), dot(omega)}, {}, {}, {}, {}};
    e.W = Matrix{{c.number(2), c.number(0)}, {c.number(0), c.number(Rational(7, 2))}};
    e.r = {omega * omega, -u * omega};
    e.rates = {dot(u), dot(omega), omega};
    const double start[] = {-0.7, 1.2, 0.3};
    const auto motion = dop853({e}, {.tolerance = 1e-13});
    motion->start(0, start, {});
    run_to(*motion, 4);
    const double E = 3.01, U = std::sqrt(E), W = std::sqrt(2 * E / 3.5),
                 lambda = 0.5 * std::sqrt(4 * E) / 3.5, t0 = -std::atanh(-0.7 / U) / lambda;
    EXPECT_NEAR(motion->state()[0], U * std::tanh(lambda * (4 - t0)), 1e-12);
    EXPECT_NEAR(motion->state()[1], W / std::cosh(lambda * (4 - t0)), 1e-12);
    EXPECT_NEAR(motion->state()[2], 4.453408274964, 2e-12);
    run_to(*motion, 0);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(motion->state()[i], start[i], 4e-12);
}

TEST_F(Dop853, GoesOnByTheSameCode) {
    const double start[] = {1, 0}, one[] = {1}, two[] = {2};
    const auto motion = dop853({oscillator()});
    motion->start(0, start, one);
    const auto other = motion->another();
    other->start(0, start, two);
    run_to(*motion, 5);
    run_to(*other, 5);
    EXPECT_NEAR(motion->state()[0], std::cos(5.0), 1e-10);
    EXPECT_NEAR(other->state()[0], std::cos(10.0), 1e-10);
}

// Interpreted first, compiled later: the digits do not tell when.
TEST_F(Dop853, GivesTheSameBitsBeforeAndAfterTheCompilation) {
    const double start[] = {1, 0}, p[] = {2};
    const auto motion = dop853({oscillator()});
    motion->start(0, start, p);
    run_to(*motion, 3);
    const std::vector<double> first(motion->state().begin(), motion->state().end());
    run_to(*motion, 10000);  // long enough to be compiled
    const auto again = motion->another();
    again->start(0, start, p);
    run_to(*again, 3);
    EXPECT_EQ(std::vector<double>(again->state().begin(), again->state().end()), first);
}

TEST_F(Dop853, KnowsTheStateWithinTheStep) {
    const double start[] = {1, 0}, p[] = {1};
    const auto motion = dop853({oscillator()}, {.tolerance = 1e-12});
    motion->start(0, start, p);
    double at[2];
    while (motion->time() < 10) {
        const Step step = motion->step(10);
        for (int k = 0; k <= 10; ++k) {
            const double when = step.from + (step.to - step.from) * k / 10;
            motion->at(when, at);
            EXPECT_NEAR(at[0], std::cos(when), 2e-10);
        }
        motion->at(step.to, at);
        EXPECT_EQ(at[0], motion->state()[0]);
    }
}

TEST_F(Dop853, FollowsATimeDependentForce) {
    const auto motion = dop853({alone(cos(t) + 2 * t)}, {.tolerance = 1e-13});
    const double start[] = {0};
    motion->start(0, start, {});
    run_to(*motion, 7);
    EXPECT_NEAR(motion->state()[0], std::sin(7.0) + 49, 1e-11);
}

TEST_F(Dop853, CorrectionsAreTaken) {
    const double start[] = {1, 0}, p[] = {1};
    for (const double size : {1e-16, 2.0}) {
        const auto motion = dop853({oscillator()});
        motion->start(0, start, p);
        run_to(*motion, 2);
        const double x = motion->state()[0] * (1 + size), v = motion->state()[1] * (1 + size);
        motion->correct(std::vector{x, v});
        EXPECT_EQ(motion->state()[0], x);
        EXPECT_GT(motion->step(4).to,
                  2.01);  // with the rates of the new state: others would allow no such step
        run_to(*motion, 4);
        EXPECT_NEAR(motion->state()[0], (1 + size) * std::cos(4.0), 1e-10);
    }
}

// --- events

TEST_F(Dop853, FindsTheZerosOfEvents) {
    const double start[] = {1, 0}, p[] = {1}, pi = std::numbers::pi;
    const auto motion =
        dop853({oscillator(), {{x}, {x, +1}, {x - Rational(1, 2), -1}}}, {.tolerance = 1e-13});
    motion->start(0, start, p);
    std::size_t count[3] = {};
    double last = 0;
    while (motion->time() < 100)
        for (const Crossing& crossing : motion->step(100).crossings) {
            const double k = static_cast<double>(count[crossing.event]++);
            EXPECT_GE(crossing.t, last);
            last = crossing.t;
            if (crossing.event == 0) {
                EXPECT_NEAR(crossing.t, pi / 2 + k * pi, 1e-9);
                EXPECT_EQ(crossing.direction, static_cast<int>(k) % 2 == 0 ? -1 : 1);
            } else if (crossing.event == 1) {
                EXPECT_NEAR(crossing.t, 3 * pi / 2 + 2 * k * pi, 1e-9);
            } else {
                EXPECT_NEAR(crossing.t, pi / 3 + 2 * k * pi, 1e-9);
            }
        }
    EXPECT_EQ(count[0], 32);
    EXPECT_EQ(count[1], 16);
    EXPECT_EQ(count[2], 16);
}

TEST_F(Dop853, EndsAtTheZeroOfAnEvent) {
    const double pi = std::numbers::pi;
    for (const double limit : {20.0, -20.0}) {
        const auto motion =
            dop853({oscillator(), {{v}, {x, 0, true}, {x - Rational(1, 2), -1}}}, {.tolerance = 1e-13});
        const double start[] = {1, 0}, p[] = {1};
        motion->start(0, start, p);
        double zero = std::copysign(pi / 2, limit);
        std::size_t ends = 0, others = 0;
        while (motion->time() != limit) {
            const Step step = motion->step(limit);
            ASSERT_EQ(step.outcome, Outcome::advanced);
            ASSERT_NE(step.to, step.from);
            EXPECT_EQ(step.to, motion->time());
            for (const Crossing& c : step.crossings) others += c.event != 1;
            if (step.ended_by.empty()) {
                EXPECT_LT(std::fabs(step.to), std::fabs(zero));
                continue;
            }
            EXPECT_EQ(step.ended_by, std::vector<std::size_t>{1});
            EXPECT_EQ(step.crossings.back().event, 1u);
            EXPECT_EQ(step.crossings.back().t, step.to);
            EXPECT_NEAR(step.to, zero, 1e-10);
            EXPECT_NEAR(motion->state()[0], 0, 1e-14);
            zero += std::copysign(pi, limit);
            ++ends;
        }
        EXPECT_EQ(ends, 6u);
        EXPECT_EQ(others, 6u + 4u);
    }
}

TEST_F(Dop853, DoesNotEndAtAZeroWhereItStarts) {
    const auto motion = dop853({oscillator(), {{v, 0, true}}}, {.tolerance = 1e-13});
    const double p[] = {1};
    for (const double rounding : {0.0, 1e-17, -1e-17}) {
        const double start[] = {1, rounding};
        motion->start(3, start, p);
        Step step;
        while (step.ended_by.empty()) step = motion->step(100);
        EXPECT_NEAR(step.to, 3 + std::numbers::pi, 1e-10) << rounding;
        const std::vector<double> there(motion->state().begin(), motion->state().end());
        motion->start(step.to, there, p);
        do step = motion->step(100);
        while (step.ended_by.empty());
        EXPECT_NEAR(step.to, 3 + 2 * std::numbers::pi, 1e-10) << rounding;
    }
}

TEST_F(Dop853, FollowsAnEventThatIsFasterThanTheMotion) {
    const auto motion = dop853({alone(c.one()), {{sin(50 * t), 1, true}, {cos(50 * t)}}});
    const double start[] = {0};
    motion->start(0.01, start, {});
    double k = 0, quarters = 0;
    while (motion->time() != 10) {
        const Step step = motion->step(10);
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

// The function of the event needs z.
TEST_F(Dop853, EventsMayHoldAccelerations) {
    RateEquations e{"heavy", "", t, {x, v}, {}, {dot(v)}, Matrix{{c.number(2)}}, {-2 * x}, {v, dot(v)}, {}};
    const auto motion = dop853({e, {{dot(v)}}}, {.tolerance = 1e-13});
    const double start[] = {1, 0};
    motion->start(0, start, {});
    std::vector<double> zeros;
    while (motion->time() != 6)
        for (const Crossing& crossing : motion->step(6).crossings) zeros.push_back(crossing.t);
    ASSERT_EQ(zeros.size(), 2u);
    EXPECT_NEAR(zeros[0], std::numbers::pi / 2, 1e-10);
    EXPECT_NEAR(zeros[1], 3 * std::numbers::pi / 2, 1e-10);
}

// --- where there is no way on

TEST_F(Dop853, StopsBeforeAPole) {
    // x' = x²: x = 1/(1 − t); x' = 1/(1 − t); x' = 1/(1 − t)²
    for (const Expr& rate : {x * x, 1 / (1 - t), 1 / pow(1 - t, 2)}) {
        const auto motion = dop853({alone(rate)}, {.tolerance = 1e-10});
        const double start[] = {1};
        motion->start(0, start, {});
        const Step end = run_to(*motion, 2);
        EXPECT_NE(end.outcome, Outcome::advanced);
        EXPECT_FALSE(end.reason.empty());
        EXPECT_NEAR(motion->time(), 1, 1e-6);
        EXPECT_TRUE(std::isfinite(motion->state()[0]));
    }
}

TEST_F(Dop853, StopsWhereRatesEnd) {
    // x' = −√x from 1 has no real rate behind t = 2, x = 0.
    const auto motion = dop853({alone(-sqrt(x))}, {.tolerance = 1e-8});
    const double start[] = {1};
    motion->start(0, start, {});
    const Step end = run_to(*motion, 3);
    EXPECT_NE(end.outcome, Outcome::advanced);
    EXPECT_NEAR(motion->time(), 2, 1e-3);
}

TEST_F(Dop853, RefusesAStateWithoutRates) {
    const auto motion = dop853({alone(cos(x) / sin(x))});
    const double start[] = {0};
    motion->start(0, start, {});
    const Step step = motion->step(1);
    EXPECT_EQ(step.outcome, Outcome::singular);
    EXPECT_NE(step.reason.find("the rate of 'x'"), std::string::npos) << step.reason;
    EXPECT_EQ(motion->time(), 0);
}

TEST_F(Dop853, ASingularMatrixIsSaid) {
    // x ẋ = −1 ends at t = 1/2, where x = √(1 − 2t) has no slope; at x = 0 it does not begin.
    RateEquations e{"Root", "", t, {x}, {}, {dot(x)}, Matrix{{x}}, {c.number(-1)}, {dot(x)}, {}};
    const auto motion = dop853({e}, {.tolerance = 1e-9});
    for (const double from : {0.0, 1.0}) {
        const double start[] = {from};
        motion->start(0, start, {});
        const Step end = run_to(*motion, 2);
        EXPECT_NE(end.outcome, Outcome::advanced);
        EXPECT_NEAR(motion->time(), from / 2, 1e-6);
        if (from == 0) {
            EXPECT_NE(end.reason.find("do not determine x'"), std::string::npos) << end.reason;
        }
    }
}

// W = t − 1 changes the sign of its determinant between two stages.
TEST_F(Dop853, DoesNotStepOverASingularMatrix) {
    RateEquations e{"Change", "", t, {x}, {}, {dot(x)}, Matrix{{t - 1}}, {c.number(Rational(1, 1000000000))},
                    {dot(x)}, {}};
    const auto motion = dop853({e}, {.tolerance = 1e-3});
    const double start[] = {1};
    motion->start(0, start, {});
    const Step end = run_to(*motion, 2);
    EXPECT_NE(end.outcome, Outcome::advanced);
    EXPECT_NEAR(motion->time(), 1, 1e-9);
}

TEST_F(Dop853, RestsAtAnEquilibriumInFewSteps) {
    const auto motion = dop853({oscillator()});
    const double start[] = {0, 0}, p[] = {1};
    motion->start(0, start, p);
    std::size_t steps = 0;
    while (motion->time() != 1e12 && ++steps < 100) motion->step(1e12);
    EXPECT_LT(steps, 30u);
    EXPECT_EQ(motion->state()[0], 0);
}

// Steps grow sixfold while nothing happens: the tenth from 1e-6 on begins at 2.0155. No stage of it meets a push in its middle.
TEST_F(Dop853, AStepThatIsMuchLongerIsCheckedWithin) {
    const Rational middle(736, 100);
    const auto motion = dop853({alone(10 * exp(-pow(10 * (t - middle), 2)))}, {.tolerance = 1e-8});
    const double start[] = {0};
    motion->start(0, start, {});
    ASSERT_EQ(run_to(*motion, 30).outcome, Outcome::advanced);
    EXPECT_NEAR(motion->state()[0], std::sqrt(std::numbers::pi), 1e-6);
}

}  // namespace
}  // namespace anholon
