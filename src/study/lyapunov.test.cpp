#include "study/lyapunov.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "code/tiered.hpp"
#include "integrate/sundials/cvode.hpp"
#include "model/read_model.test.hpp"
#include "study/birkhoff.hpp"
#include "study/exponent_lanes.hpp"

namespace anholon {
namespace {

LyapunovSpectrum exponents(const std::string& text, LyapunovOptions options) {
    const System system = model(text);
    Flow flow(system, {});
    return lyapunov_spectrum(flow, options);
}

void expect_sum(const LyapunovSpectrum& s, double tolerance = 1e-8) {
    ASSERT_TRUE(s.sum && s.divergence);
    EXPECT_NEAR(*s.sum, *s.divergence, tolerance);
}

TEST(Lyapunov, OfAnUnstableEquilibriumAreItsEigenvalues) {
    const auto s = exponents(
        "model Above { param l = 3, g = 9; coord phi; kinetic l^2/2*phi'^2; potential g*l*cos(phi) }",
        {.until = 40, .transient = 4});
    ASSERT_EQ(s.exponents.size(), 2u);
    EXPECT_TRUE(s.neutral.empty());  // nothing moves, and the energy is stationary
    EXPECT_NEAR(s.exponents[0].value, std::sqrt(3), 1e-6);
    EXPECT_NEAR(s.exponents[1].value, -std::sqrt(3), 1e-6);
    expect_sum(s);
}

// The vector along the motion decays as well: it is explained, but not by a zero.
TEST(Lyapunov, OfAStableLinearSystemAreItsEigenvalues) {
    const auto s = exponents(
        "model Damped { coord x; kinetic x'^2/2; potential x^2/2; force on x: -0.4*x'; init x = 1 }",
        {.until = 400, .transient = 40});
    ASSERT_EQ(s.exponents.size(), 1u);
    EXPECT_NEAR(s.exponents[0].value, -0.2, std::max(1e-3, s.exponents[0].error));
    ASSERT_EQ(s.neutral.size(), 1u);
    EXPECT_NEAR(s.neutral[0].value, -0.2, 2e-3);
    expect_sum(s);
    EXPECT_NEAR(*s.divergence, -0.4, 1e-10);
}

// Two different decays: the fast one is not hidden by the slow one.
TEST(Lyapunov, OfAnOverdampedSystemAreBothDecays) {
    const auto s =
        exponents("model Heavy { coord x; kinetic x'^2/2; potential x^2; force on x: -3*x'; init x = 1 }",
                  {.until = 60, .transient = 10});
    ASSERT_EQ(s.exponents.size(), 1u);
    ASSERT_EQ(s.neutral.size(), 1u);
    EXPECT_NEAR(s.neutral[0].value, -1, 1e-3);
    EXPECT_NEAR(s.exponents[0].value, -2, 1e-3);
    expect_sum(s);
}

// On a limit cycle: 0 and the mean of 1 − x², the latter by another integrator and without tangent vectors.
TEST(Lyapunov, OfALimitCycleAreZeroAndTheMeanDivergence) {
    const char* const text =
        "model VanDerPol { coord x; kinetic x'^2/2; potential x^2/2; force on x: (1 - x^2)*x'; init x = 2 }";
    const auto s = exponents(text, {.until = 2000, .transient = 100});
    ASSERT_EQ(s.exponents.size(), 1u);
    const System system = model(text);
    Formulation motion(
        system, form_to_integrate(Setting(system)), {},
        {{system.c().variable("gathered"), system.c().one() - pow(system.q()[0], Rational(2))}});
    const auto adams = cvode(Problem{motion.equations()}, {.tolerance = 1e-12, .make = tiered});
    const std::vector<double> start{2, 0, 0};
    adams->start(0, start, {});
    std::vector<double> sums;
    for (const double end : {100.0, 2000.0}) {
        while (adams->time() != end) ASSERT_EQ(adams->step(end).outcome, Step::Outcome::advanced);
        sums.push_back(adams->state()[2]);
    }
    EXPECT_NEAR(*s.divergence, (sums[1] - sums[0]) / 1900, 1e-7);
    EXPECT_NEAR(s.exponents[0].value, -1.0594, 2e-4);
    EXPECT_LT(s.exponents[0].error, 1e-3);
    EXPECT_NEAR(s.neutral[0].value, 0, 1e-3);
    expect_sum(s);
}

const char* const henon_heiles =
    "model HenonHeiles { coord x, y; kinetic (x'^2 + y'^2)/2; potential (x^2 + y^2)/2 + x^2*y - y^3/3; ";

TEST(Lyapunov, OfChaosInAHamiltonianSystemComeInPairs) {
    const auto s =
        exponents(std::string(henon_heiles) + "init x = 0, y = -0.25, x' = 0.42, y' = 0 }", {.until = 3000});
    ASSERT_EQ(s.exponents.size(), 2u);
    EXPECT_TRUE(s.exponents[0].is_told_from_zero());
    EXPECT_GT(s.exponents[0].value, 0.02);
    EXPECT_NEAR(s.exponents[0].value + s.exponents[1].value, 0, 2e-3);
    EXPECT_EQ(s.neutral.size(), 2u);
    expect_sum(s);
    EXPECT_NEAR(*s.divergence, 0, 1e-9);
}

TEST(Lyapunov, OfARegularMotionVanish) {
    const auto s =
        exponents(std::string(henon_heiles) + "init x = 0, y = 0.1, x' = 0.1, y' = 0 }", {.until = 4000});
    ASSERT_EQ(s.exponents.size(), 2u);
    for (const Exponent& e : s.exponents) EXPECT_NEAR(e.value, 0, std::max(2 * e.error, 1e-4));
}

TEST(Lyapunov, DoNotDependOnTheMethodNorOnTheSeed) {
    LyapunovOptions options{.until = 2000, .transient = 100};
    const char* const text =
        "model VanDerPol { coord x; kinetic x'^2/2; potential x^2/2; force on x: (1 - x^2)*x'; init x = 2 }";
    const double first = exponents(text, options).exponents[0].value;
    for (const char* method : {"taylor", "dop853"}) {
        options.method = find_method(method);
        options.seed += 5;
        EXPECT_NEAR(exponents(text, options).exponents[0].value, first, 1e-6) << method;
    }
}

TEST(Lyapunov, RefuseSwitches) {
    EXPECT_THROW(exponents("model Dry { coord x; kinetic x'^2/2; force on x: -sign(x'); init x' = 1 }", {}),
                 NoFlow);
}

// In lanes, with vectors that are made orthonormal less often, beside one motion at a time.
TEST(ExponentLanes, AgreeWithOneMotionAtATime) {
    const System system = model(std::string(henon_heiles) + "init x = 0, y = 0.1, x' = 0.1, y' = 0 }");
    const Flow flow(system, {});
    const LyapunovOptions options{.until = 300, .transient = 30, .count = 1, .tolerance = 1e-11};
    std::vector<BatchStart> starts;
    for (int k = 0; k < 11; ++k) {  // from rest near the middle to an orbit that escapes
        starts.push_back({flow.start(), flow.parameters()});
        starts.back().x[2] = k == 10 ? 2.0 : 0.03 * (k + 1);
    }
    const ExponentLanes lanes(flow, options);
    Exponents alone(flow, options);
    const auto found = lanes(starts, 1), on_threads = lanes(starts, 3);
    for (std::size_t k = 0; k < starts.size(); ++k) {
        EXPECT_EQ(found[k].value, on_threads[k].value);
        if (k == 10) {
            EXPECT_NE(found[k].outcome, ExponentLanes::Found::Outcome::done);
            continue;
        }
        ASSERT_EQ(found[k].outcome, ExponentLanes::Found::Outcome::done);
        const LyapunovSpectrum right = alone(starts[k].x, starts[k].p);
        EXPECT_NEAR(found[k].value, right.exponents[0].value,
                    0.2 * std::fabs(right.exponents[0].value) + 2e-3)
            << k;
    }
}

// A vector that overflows within a stretch does not end the motion.
TEST(ExponentLanes, LeaveOpenWhatGrowsTooFast) {
    const System system = model("model Above { coord phi; kinetic phi'^2/2; potential 100*cos(phi) }");
    const Flow flow(system, {});
    const LyapunovOptions options{.until = 10000, .transient = 1000, .count = 1, .tolerance = 1e-9};
    const std::vector<BatchStart> starts{{flow.start(), flow.parameters()}};
    EXPECT_EQ(ExponentLanes(flow, options)(starts, 1)[0].outcome, ExponentLanes::Found::Outcome::open);
}

TEST(Lyapunov, AreCheckedOnMovingConstraints) {
    expect_sum(
        exponents("model Moving { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; potential 9.81*z; "
                  "constraint rod: x^2 + y^2 + (z - 0.1*sin(5*t))^2 = 1; "
                  "init x = 0.6, z = -0.8, y' = 1.5 }",
                  {.until = 20, .transient = 2}));
}

// cos t gathered over steps of different lengths.
TEST(MeanRate, OfARegularMotionConvergesFast) {
    std::vector<double> times, changes;
    double before = 0;
    for (int k = 1; before < 1000; ++k) {
        const double t = before + 0.05 + 0.04 * std::sin(k);
        times.push_back(t);
        changes.push_back(std::sin(t) - std::sin(before) + 0.25 * (t - before));
        before = t;
    }
    const MeanRate mean = mean_rate({0, times, changes});
    EXPECT_TRUE(mean.is_weighted);
    EXPECT_NEAR(mean.value, 0.25, 1e-7);
    EXPECT_LT(mean.spread, 1e-6);
}

// Random rates in unit steps, each part of which is forgotten by 1/τ of it in a step, for all τ: the share of series whose mean differs
// from 0 by no more than the spread.
double covered(const std::vector<double>& taus, Memory memory) {
    constexpr int series = 1000, steps = 1024;
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal;
    std::vector<double> times(steps), rates(steps);
    std::iota(times.begin(), times.end(), 1);
    int inside = 0;
    for (int i = 0; i < series; ++i) {
        std::ranges::fill(rates, 0);
        for (const double tau : taus) {
            const double kept = 1 - 1 / tau;
            double part = normal(random);
            for (double& rate : rates) {
                rate += part * std::pow(tau, -0.25);
                part = kept * part + std::sqrt(1 - kept * kept) * normal(random);
            }
        }
        const MeanRate mean = plain_rate({0, times, rates}, memory);
        inside += std::fabs(mean.value) <= mean.spread;
    }
    return inside / static_cast<double>(series);
}

TEST(PlainRate, ErrorsAreConfidenceIntervalsWhereMemoryFades) {
    EXPECT_NEAR(covered({1}, Memory::fading), 0.96, 0.02);
    EXPECT_NEAR(covered({10}, Memory::fading), 0.96, 0.02);
}

// The sum of memories of all lengths falls as 1/√t.
TEST(PlainRate, ErrorsAllowForLastingMemory) {
    const std::vector<double> taus{1, 4, 16, 64, 256, 1024, 4096, 16384};
    EXPECT_LT(covered(taus, Memory::fading), 0.88);
    EXPECT_NEAR(covered(taus, Memory::lasting), 0.97, 0.02);
}

// Independent rates with a mean that their scatter hides: now and then weighted averages agree with each other, and not with the mean.
TEST(MeanRate, WeightsAreNotChosenByLuck) {
    constexpr int series = 20000, steps = 64;
    constexpr double truth = 0.2;
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal(truth);
    std::vector<double> times(steps), rates(steps);
    std::iota(times.begin(), times.end(), 1);
    int misled = 0;
    for (int i = 0; i < series; ++i) {
        std::ranges::generate(rates, [&] { return normal(random); });
        const MeanRate mean = mean_rate({0, times, rates});
        misled += mean.is_weighted && std::fabs(mean.value) > mean.spread;
    }
    EXPECT_LE(misled, 2);
}

}  // namespace
}  // namespace anholon
