#include "integrate/sundials/cvode.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "expr/context.hpp"

namespace anholon {
namespace {

using Method = CvodeOptions::Method;

// x¨ = −k x
struct Oscillator {
    Context c;
    Expr t = c.time(), x = c.variable("x"), v = dot(x), k = c.constant("k");

    Problem problem() {
        RateEquations e{"Oscillator", "", t, {x, v}, {k}, {dot(v)}, {}, {}, {}, {}};
        e.W = Matrix{{c.one()}};
        e.r = {-k * x};
        e.rates = {v, dot(v)};
        e.parameter_values = {Rational(1)};
        return {e};
    }
};

void run(Integrator& i, double until) {
    while (i.time() != until) ASSERT_EQ(i.step(until).outcome, Step::Outcome::advanced);
}

TEST(Cvode, FollowsAnOscillatorForwardAndBackward) {
    Oscillator o;
    for (const Method method : {Method::bdf, Method::adams})
        for (const double until : {10.0, -10.0}) {
            const auto i = cvode(o.problem(), {.method = method, .tolerance = 1e-11});
            i->start(0, std::vector{1.0, 0.0}, std::vector{4.0});
            run(*i, until);
            EXPECT_NEAR(i->state()[0], std::cos(2 * until), 2e-8);
            EXPECT_NEAR(i->state()[1], -2 * std::sin(2 * until), 4e-8);
            // and back
            run(*i, 0);
            EXPECT_NEAR(i->state()[0], 1, 4e-8);
        }
}

// As a projection onto a constraint does after every step: back to the energy, by about the error of a step.
TEST(Cvode, KeepsItsStepThroughSmallCorrections) {
    Oscillator o;
    const auto steps = [&](bool is_corrected) {
        const auto i = cvode(o.problem(), {.method = Method::bdf, .tolerance = 1e-8});
        i->start(0, std::vector{1.0, 0.0}, std::vector{1.0});
        std::size_t count = 0;
        for (; i->time() != 50; ++count) {
            EXPECT_EQ(i->step(50).outcome, Step::Outcome::advanced);
            std::vector<double> x(i->state().begin(), i->state().end());
            const double size = std::hypot(x[0], x[1]);
            for (double& one : x) one /= size;
            if (is_corrected) i->correct(x);
        }
        if (is_corrected) EXPECT_NEAR(i->state()[0], std::cos(50), 1e-4);
        return count;
    };
    EXPECT_LT(steps(true), 2 * steps(false));
}

TEST(Cvode, KnowsTheStateWithinTheStep) {
    Oscillator o;
    const auto i = cvode(o.problem(), {.method = Method::adams, .tolerance = 1e-12});
    i->start(0, std::vector{1.0, 0.0}, std::vector{1.0});
    std::vector<double> x(2);
    while (i->time() < 5) {
        const Step s = i->step(5);
        for (const double part : {0.0, 0.3, 1.0}) {
            const double t = s.from + part * (s.to - s.from);
            i->at(t, x);
            EXPECT_NEAR(x[0], std::cos(t), 1e-9);
        }
    }
    EXPECT_THROW(i->at(2, x), std::out_of_range);
}

TEST(Cvode, FindsEventsInTheirDirection) {
    Oscillator o;
    Problem p = o.problem();
    p.events = {{o.x, 0}, {o.x, 1}, {o.x - o.c.number(Rational(1, 2)), -1}, {dot(o.v) + o.t, 0}};
    for (const double until : {10.0, -10.0}) {
        const auto i = cvode(p, {.method = Method::adams, .tolerance = 1e-12});
        i->start(0, std::vector{1.0, 0.0}, std::vector{1.0});
        std::vector<std::vector<double>> times(4);
        double last = 0;
        while (i->time() != until)
            for (const Crossing& c : i->step(until).crossings) {
                times[c.event].push_back(c.t);
                EXPECT_GE(std::fabs(c.t), std::fabs(last));
                last = c.t;
                // cos grows in time where sin is negative
                const int growth = (std::sin(c.t) < 0 ? 1 : -1) * (until > 0 ? 1 : -1);
                if (c.event == 0) EXPECT_EQ(c.direction, growth);
                if (c.event == 1) EXPECT_EQ(c.direction, 1);
            }
        const double sign = until > 0 ? 1 : -1, pi = std::numbers::pi;
        ASSERT_EQ(times[0].size(), 3u);
        EXPECT_NEAR(times[0][1], sign * 3 * pi / 2, 1e-9);
        // cos t is even: as the steps go, the same
        ASSERT_EQ(times[1].size(), 1u);
        EXPECT_NEAR(times[1][0], sign * 3 * pi / 2, 1e-9);
        ASSERT_FALSE(times[2].empty());
        EXPECT_NEAR(times[2][0], sign * pi / 3, 1e-9);
        // −cos t + t = 0 is met forward only
        EXPECT_EQ(times[3].size(), until > 0 ? 1u : 0u);
    }
}

TEST(Cvode, EndsAtTheZeroOfAnEvent) {
    Oscillator o;
    const double pi = std::numbers::pi;
    Problem p = o.problem();
    p.events = {{o.v}, {o.x, 0, true}, {dot(o.v), 0, true}};  // the last is −x, and vanishes with it
    for (const Method method : {Method::bdf, Method::adams})
        for (const double until : {20.0, -20.0}) {
            const auto i = cvode(p, {.method = method, .tolerance = 1e-11});
            i->start(0, std::vector{1.0, 0.0}, std::vector{1.0});
            std::size_t ends = 0, others = 0;
            double zero = std::copysign(pi / 2, until);
            std::vector<double> x(2);
            while (i->time() != until) {
                const Step s = i->step(until);
                ASSERT_EQ(s.outcome, Step::Outcome::advanced);
                EXPECT_EQ(s.to, i->time());
                for (const double part : {0.0, 0.4, 1.0}) {
                    const double t = s.from + part * (s.to - s.from);
                    i->at(t, x);
                    EXPECT_NEAR(x[0], std::cos(t), 1e-7);
                }
                for (const Crossing& c : s.crossings) others += c.event == 0;
                if (s.ended_by.empty()) continue;
                EXPECT_EQ(s.ended_by, (std::vector<std::size_t>{1, 2}));
                EXPECT_EQ(s.crossings.back().event, 2u);
                EXPECT_NEAR(s.to, zero, 2e-8);
                EXPECT_NEAR(i->state()[0], 0, 1e-14);
                zero += std::copysign(pi, until);
                ++ends;
            }
            EXPECT_EQ(ends, 6u);
            EXPECT_EQ(others, 6u);
        }
}

TEST(Cvode, DoesNotEndAtAZeroWhereItStarts) {
    Oscillator o;
    Problem p = o.problem();
    p.events = {{o.v, 0, true}};
    for (const double rounding : {0.0, 1e-17, -1e-17}) {
        const auto i = cvode(p, {.method = Method::adams, .tolerance = 1e-12});
        i->start(3, std::vector{1.0, rounding}, std::vector{1.0});
        Step s;
        while (s.ended_by.empty()) s = i->step(100);
        EXPECT_NEAR(s.to, 3 + std::numbers::pi, 1e-9) << rounding;
        const std::vector<double> there(i->state().begin(), i->state().end());
        i->start(s.to, there, std::vector{1.0});
        do s = i->step(100);
        while (s.ended_by.empty());
        EXPECT_NEAR(s.to, 3 + 2 * std::numbers::pi, 1e-9) << rounding;
    }
}

// x grows at a constant rate, and CVODE's steps with it: many zeros of the event lie in one step.
TEST(Cvode, FollowsAnEventThatIsFasterThanTheMotion) {
    Context c;
    const Expr t = c.time(), x = c.variable("x");
    RateEquations e{"Even", "", t, {x}, {}, {}, {}, {}, {c.one()}, {}};
    const auto i = cvode({e, {{sin(50 * t), 1, true}}}, {.method = Method::adams, .tolerance = 1e-10});
    i->start(0.01, std::vector{0.0}, {});
    double k = 0;
    while (i->time() != 10)
        if (const Step s = i->step(10); !s.ended_by.empty()) {
            EXPECT_NEAR(50 * s.to, 2 * ++k * std::numbers::pi, 1e-12);
        }
    EXPECT_EQ(k, 79);
}

// ẋ = −N (x − cos t)
TEST(Cvode, BdfCrossesAStiffStretchInFewSteps) {
    Context c;
    const Expr t = c.time(), x = c.variable("x"), N = c.constant("N");
    RateEquations e{"Stiff", "", t, {x}, {N}, {}, {}, {}, {-N * (x - cos(t))}, {Rational(1000000)}};
    const auto i = cvode({e}, {.method = Method::bdf, .tolerance = 1e-8});
    i->start(0, std::vector{0.0}, std::vector{1e6});
    std::size_t steps = 0;
    for (; i->time() < 10; ++steps) ASSERT_EQ(i->step(10).outcome, Step::Outcome::advanced);
    EXPECT_LT(steps, 1000u);
    EXPECT_NEAR(i->state()[0], std::cos(10) + std::sin(10) / 1e6, 1e-7);
}

TEST(Cvode, SmallCorrectionsKeepTheStep) {
    Oscillator o;
    const auto steps = [&](double size) {
        const auto i = cvode(o.problem(), {.method = Method::adams, .tolerance = 1e-9});
        i->start(0, std::vector{1.0, 0.0}, std::vector{1.0});
        std::size_t count = 0;
        for (; i->time() < 20; ++count) {
            i->step(20);
            std::vector<double> x(i->state().begin(), i->state().end());
            const double r = std::hypot(x[0], x[1]);
            for (double& one : x) one *= std::pow(1 / r, size);
            i->correct(x);
            EXPECT_EQ(i->state()[0], x[0]);
        }
        EXPECT_NEAR(i->state()[0], std::cos(20), 1e-6);
        return count;
    };
    EXPECT_LT(static_cast<double>(steps(1)), 1.2 * static_cast<double>(steps(0)));
}

TEST(Cvode, LargeCorrectionsStartAnew) {
    Oscillator o;
    const auto i = cvode(o.problem(), {.tolerance = 1e-10});
    i->start(0, std::vector{1.0, 0.0}, std::vector{1.0});
    run(*i, 2);
    i->correct(std::vector{3.0, 0.0});
    run(*i, 4);
    EXPECT_NEAR(i->state()[0], 3 * std::cos(2), 1e-7);
}

TEST(Cvode, StopsWhereTheEquationsEnd) {
    Context c;
    const Expr t = c.time(), x = c.variable("x");
    // ẋ = x² ends at t = 1; x ẋ = −1 at t = 1/2, where x = √(1 − 2t) has no slope.
    RateEquations blow{"Blow", "", t, {x}, {}, {}, {}, {}, {x * x}, {}};
    RateEquations root{"Root", "", t, {x}, {}, {dot(x)}, Matrix{{x}}, {c.number(-1)}, {dot(x)}, {}};
    for (const RateEquations& e : {blow, root}) {
        const auto i = cvode({e}, {.tolerance = 1e-8});
        i->start(0, std::vector{1.0}, {});
        Step s;
        for (int k = 0; k < 100000 && s.outcome == Step::Outcome::advanced; ++k) s = i->step(2);
        EXPECT_NE(s.outcome, Step::Outcome::advanced) << e.name;
        EXPECT_FALSE(s.reason.empty());
        EXPECT_NEAR(i->time(), e.name == "Blow" ? 1 : 0.5, 1e-3);
        EXPECT_TRUE(std::isfinite(i->state()[0]));
    }
}

TEST(Cvode, ASingularStartIsSaid) {
    Context c;
    const Expr t = c.time(), x = c.variable("x");
    RateEquations e{"Root", "", t, {x}, {}, {dot(x)}, Matrix{{x}}, {c.one()}, {dot(x)}, {}};
    const auto i = cvode({e});
    i->start(0, std::vector{0.0}, {});
    const Step s = i->step(1);
    EXPECT_EQ(s.outcome, Step::Outcome::singular);
    EXPECT_NE(s.reason.find("do not determine x'"), std::string::npos) << s.reason;
}

}  // namespace
}  // namespace anholon
