#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "code/tiered.hpp"
#include "model/read_model.test.hpp"
#include "motion/simulation.hpp"

// What a step cannot see from where it begins: pulses that are zero there, poles that its state hardly feels.
namespace anholon {
namespace {

using End = SimulationResult::End;

SimulationResult pushed(const std::string& force, const std::string& more = "") {
    const System system =
        model("model Pushed { coord x; kinetic x'^2/2; force on x: " + force + "; " + more + " }");
    SimulationOptions options{.until = 100, .make = tiered};
    options.every.emplace(100);
    return Simulation(system, std::move(options)).run();
}

// Rounding of t near 50 is 7e-15, a part of the width.
void expect_pulse_at_50(const std::string& force, double impulse, double width) {
    const double allowed = impulse * std::max(1e-11, 1e-14 / width);
    for (const char* start : {"", "init x = 1"}) {
        const SimulationResult r = pushed(force, start);
        ASSERT_EQ(r.end, End::reached) << r.reason;
        EXPECT_NEAR(r.final[1], 50 * impulse + (*start != '\0'), 50 * allowed) << force << start;
        EXPECT_NEAR(r.final[2], impulse, allowed) << force << start;
        EXPECT_LT(r.steps, 1000u);
    }
}

TEST(Steps, DoNotPassOverNarrowPulses) {
    const double pi = std::numbers::pi;
    expect_pulse_at_50("1000*exp(-1e6*(t - 50)^2)", std::sqrt(pi), 1e-3);
    expect_pulse_at_50("1e6*exp(-1e12*(t - 50)^2)", std::sqrt(pi), 1e-6);
    expect_pulse_at_50("1e5/(1 + 1e10*(t - 50)^2)^4", 5 * pi / 16, 1e-5);
}

// x'' = tanh: −1 until t = 50, 1 from there on, but for a millionth of a second.
TEST(Steps, DoNotPassOverWhatComesBackFromSaturation) {
    const SimulationResult r = pushed("tanh(1e6*(t - 50))");
    EXPECT_NEAR(r.final[1], -2500, 1e-8);
    EXPECT_NEAR(r.final[2], 0, 1e-9);
}

// V = 1/x keeps every motion on its side of 0.
TEST(Steps, DoNotPassOverPoles) {
    const System system =
        model("model Wall { coord x; kinetic x'^2/2; potential 1/x; init x = 1, x' = -1e9 }");
    const SimulationResult r = Simulation(system, {.until = 1, .make = tiered}).run();
    EXPECT_TRUE(r.end == End::stuck || r.end == End::singular || r.final[1] > 0) << r.final[1];
    EXPECT_GT(r.final[1], 0);
    const System slow = model("model Wall { coord x; kinetic x'^2/2; potential 1/x; init x = 1, x' = -10 }");
    const SimulationResult back = Simulation(slow, {.until = 1, .make = tiered}).run();
    ASSERT_EQ(back.end, End::reached) << back.reason;
    EXPECT_GT(back.final[1], 0);
}

// Between two walls a body moves freely, and x^1000 says nothing of them.
TEST(Steps, DoNotPassThroughWalls) {
    const System system =
        model("model Box { coord x; kinetic x'^2/2; potential x^1000; init x = 0, x' = 1 }");
    const SimulationResult r = Simulation(system, {.until = 2.5, .make = tiered}).run();
    ASSERT_EQ(r.end, End::reached) << r.reason;
    EXPECT_NEAR(r.final[2], -1, 1e-12);
    // It turns back at |x| = 2^−0.001.
    EXPECT_NEAR(r.final[1], -0.5, 0.01);
    for (const Drift& d : r.drifts) EXPECT_LT(d.relative, 1e-12) << d.name;
}

// sin x/x has no pole: x'' = sin x/x − (the same by its integral …) would be long; here x = t − 1/2 stays a straight line.
TEST(Steps, PassOverDivisorsThatVanishWithTheirDividend) {
    const System system = model(
        "model Line { coord x, y; kinetic (x'^2 + y'^2)/2; force on y: sin(x)/x; init x = -0.5, x' = 1 }");
    const SimulationResult r = Simulation(system, {.until = 2, .every = 2.0, .make = tiered}).run();
    ASSERT_EQ(r.end, End::reached) << r.reason;
    // y' = Si(1.5) + Si(0.5)
    const auto si = [](double x) {
        double sum = 0, term = x;
        for (int k = 0; k < 20; ++k) {
            sum += term / (2 * k + 1);
            term *= -x * x / ((2 * k + 2) * (2 * k + 3));
        }
        return sum;
    };
    EXPECT_NEAR(r.final[4], si(1.5) + si(0.5), 1e-9);
}

}  // namespace
}  // namespace anholon
