#include "study/orbit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "model/read_model.test.hpp"

namespace anholon {
namespace {

PeriodicOrbit found(const std::string& text, double period) {
    const System system = model(text);
    const Flow flow(system, {});
    return periodic_orbit(flow, flow.start(), flow.parameters(), {.period = period});
}

std::string refusal(const std::string& text, double period) {
    try {
        found(text, period);
    } catch (const NoOrbit& e) {
        return e.what();
    }
    return "";
}

const std::string van_der_pol =
    "model VanDerPol { coord x; kinetic x'^2/2; potential x^2/2; force on x: (1 - x^2)*x'; init x = 2 ";
const std::string driven =
    "model Driven { coord x; kinetic x'^2/2; potential x^2/2; force on x: -x'/10 + cos(2*t); init x = 0.3 }";

// ẍ + ẋ/10 + x = cos 2t: x = Re e^{2it}/(−3 + i/5), with |μ| = e^{−T/20}.
TEST(Orbit, OfADrivenSystemHasThePeriodOfTheDrive) {
    const PeriodicOrbit orbit = found(driven, std::numbers::pi);
    const double size = 9 + 1.0 / 25;
    EXPECT_EQ(orbit.period, std::numbers::pi);
    EXPECT_NEAR(orbit.start[0], -3 / size, 1e-11);
    EXPECT_NEAR(orbit.start[1], 0.4 / size, 1e-11);
    ASSERT_EQ(orbit.multipliers.size(), 2u);
    EXPECT_NEAR(std::abs(orbit.multipliers[0]), std::exp(-std::numbers::pi / 20), 1e-11);
}

TEST(Orbit, OfADrivenSystemIsRefusedForOtherTimes) {
    EXPECT_NE(refusal(driven, 3).find("do not repeat"), std::string::npos);
}

TEST(Orbit, NeedsAFreeVariable) {
    const std::string held =
        "model Held { algebra r(2); inertia (1, 1); constraint (1, 0); constraint (0, 1) }";
    EXPECT_NE(refusal(held, 1).find("no variable of the motion is free"), std::string::npos)
        << refusal(held, 1);
}

TEST(Orbit, IsNoEquilibrium) {
    EXPECT_NE(refusal("model Rest { coord x; kinetic x'^2/2; potential 2*x^2 }", 4).find("equilibrium"),
              std::string::npos);
}

TEST(Orbit, HasItsSmallestPeriod) {
    const PeriodicOrbit orbit = found(van_der_pol + "}", 13);
    EXPECT_NEAR(orbit.period, 6.66328685932, 1e-10);
    ASSERT_EQ(orbit.multipliers.size(), 1u);
    EXPECT_NEAR(orbit.multipliers[0].real(), 0.000859695, 1e-9);
    EXPECT_EQ(orbit.notes.size(), 1u);
}

TEST(Orbit, OfADrivenSystemHasItsSmallestPeriod) {
    EXPECT_NEAR(found(driven, 3 * std::numbers::pi).period, std::numbers::pi, 1e-14);
}

// x = 0 does not show that the equations depend on t, but motions beside it do. Between Mathieu's b₁(1) = −0.11 and a₁(1) = 1.86 a multiplier
// is below −1.
TEST(Orbit, AtRestHasThePeriodOfTheDrive) {
    const PeriodicOrbit orbit = found(
        "model Mathieu { coord x; kinetic x'^2/2; potential (1 - 2*cos(2*t))*x^2/2 }", std::numbers::pi);
    EXPECT_EQ(orbit.period, std::numbers::pi);
    ASSERT_EQ(orbit.multipliers.size(), 2u);
    EXPECT_NEAR((orbit.multipliers[0] * orbit.multipliers[1]).real(), 1, 1e-11);
    EXPECT_LT(orbit.multipliers[0].real(), -1);
}

TEST(Orbit, DoesNotBelieveFalseIntegrals) {
    const PeriodicOrbit orbit = found(van_der_pol + "\nexpect integral x }", 6.6);
    ASSERT_EQ(orbit.multipliers.size(), 1u);
    EXPECT_NEAR(orbit.multipliers[0].real(), 0.000859695, 1e-9);
    ASSERT_EQ(orbit.notes.size(), 1u);
    EXPECT_NE(orbit.notes[0].find("the integral x"), std::string::npos);
}

}  // namespace
}  // namespace anholon
