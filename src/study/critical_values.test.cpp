#include "study/critical_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "model/read_model.test.hpp"
#include "model/request.hpp"
#include "study/standstill/corners.hpp"

namespace anholon {
namespace {

using Kind = AxisCrossing::Kind;

struct Asked {
    Standstill at = Standstill::steady;
    std::vector<std::string> values = {}, parameters = {};
};

CriticalValues critical(const System& s, const std::string& name, double from, double to,
                        const Asked& asked = {}) {
    LinearisationOptions options{.at = asked.at, .initial = {}, .where = {}};
    Diagnostics diagnostics;
    for (const std::string& text : asked.values)
        options.initial.values.push_back(*read_initial_value(Source("-i", text), s, diagnostics));
    for (const std::string& text : asked.parameters)
        options.initial.parameters.push_back(*read_parameter(Source("-p", text), s, diagnostics));
    Sweep sweep{.what = Sweep::What::initial_value, .symbol = {}, .name = name, .from = from, .to = to};
    for (const Parameter& p : s.parameters)
        if (p.symbol.symbol().name == name) {
            sweep.what = Sweep::What::parameter;
            sweep.symbol = p.symbol;
        }
    if (!sweep.symbol) sweep.symbol = read_initial_value(Source("-i", name + " = 1"), s, diagnostics)->first;
    return critical_values(s, options, sweep);
}

std::vector<std::size_t> unstable(const CriticalValues& c) {
    std::vector<std::size_t> counts;
    for (const Stretch& s : c.stretches) counts.push_back(s.unstable);
    return counts;
}

using Counts = std::vector<std::size_t>;

// Unstable for k < 3 on the side x > 0; the slope of |x| at its corner says nothing.
TEST(CriticalValues, AreNotSoughtAtACorner) {
    const System s = model(
        "model M { param k = 2; coord x; kinetic x'^2/2; potential k*x^2/2; force on x: 3*abs(x) - x' }");
    EXPECT_THROW(critical(s, "k", 1, 5, {.at = Standstill::equilibrium}), NoLinearEquations);
}

// Meijaard, Papadopoulos, Ruina and Schwab (2007).
TEST(CriticalValues, SpeedsOfTheBicycle) {
    const CriticalValues c = critical(from_gallery("whipple-bicycle"), "v", 1, 10);
    ASSERT_EQ(c.crossings.size(), 2u);
    EXPECT_EQ(c.crossings[0].kind, Kind::pair);
    EXPECT_NEAR(c.crossings[0].value, 4.29238253634111, 1e-12);
    EXPECT_NEAR(c.crossings[0].frequency, 3.43503384866144, 1e-12);
    EXPECT_EQ(c.crossings[1].kind, Kind::real);
    EXPECT_NEAR(c.crossings[1].value, 6.02426201538837, 1e-12);
    EXPECT_EQ(unstable(c), (Counts{2, 0, 1}));
    EXPECT_EQ(c.zeros, 1u);  // the speed itself, at all values
    EXPECT_TRUE(c.kept.empty());
}

// The speed of `init`, 4.6 m/s, is kept while the trail changes: det K = 0 and Hurwitz' condition of the equations at that speed.
TEST(CriticalValues, ASpeedIsKeptWhileAParameterChanges) {
    const System bicycle = from_gallery("whipple-bicycle");
    const CriticalValues c = critical(bicycle, "c", -0.02, 0.2);
    ASSERT_EQ(c.kept.size(), 1u);
    EXPECT_EQ(c.kept[0].name, "v");
    EXPECT_DOUBLE_EQ(c.kept[0].value, 4.6);
    ASSERT_FALSE(c.crossings.empty());
    for (const AxisCrossing& crossing : c.crossings) {
        LinearisationOptions options{.at = Standstill::steady, .initial = {}, .where = {}};
        for (const double side : {-1.0, 1.0}) {
            Diagnostics diagnostics;
            options.initial.parameters = {*read_parameter(
                Source("-p", "c = " + decimal(crossing.value + side * 1e-6, 17)), bicycle, diagnostics)};
            const Linearisation l = linearisation(bicycle, options);
            const auto grows =
                std::ranges::count_if(l.spectrum.values, [](const auto& mu) { return mu.real() > 1e-12; });
            EXPECT_EQ(static_cast<std::size_t>(grows), side < 0 ? crossing.before : crossing.after);
        }
    }
}

// Shimmy begins at V = d a/j, as the model says.
TEST(CriticalValues, TheTowedWheelShimmiesBeyondItsSpeed) {
    const CriticalValues c = critical(from_gallery("towed-wheel"), "V", 0.5, 20);
    ASSERT_EQ(c.crossings.size(), 1u);
    EXPECT_EQ(c.crossings[0].kind, Kind::pair);
    EXPECT_NEAR(c.crossings[0].value, 2, 1e-13);
    EXPECT_EQ(unstable(c), (Counts{0, 2}));
}

// cases §6: v² = g/3 rolling straight, Ω² = 4g/5 spinning on the spot.
TEST(CriticalValues, WhereImaginaryPairsMeetAtZero) {
    const System disc = from_gallery("rolling-disc");
    const CriticalValues rolling =
        critical(disc, "w", 0.5, 6, {.values = {"theta = pi/2", "n = 0", "u = 0"}});
    ASSERT_EQ(rolling.crossings.size(), 1u);
    EXPECT_EQ(rolling.crossings[0].kind, Kind::meeting_at_zero);
    EXPECT_NEAR(rolling.crossings[0].value, std::sqrt(9.81 / 3), 1e-12);
    EXPECT_EQ(unstable(rolling), (Counts{1, 0}));
    EXPECT_EQ(rolling.stretches[1].imaginary, 2u);
    const CriticalValues spinning =
        critical(disc, "u", 0.5, 6, {.values = {"theta = pi/2", "n = 0", "w = 0"}});
    ASSERT_EQ(spinning.crossings.size(), 1u);
    EXPECT_NEAR(spinning.crossings[0].value, std::sqrt(4 * 9.81 / 5), 1e-12);
}

// C²w² = 4 A m g l: two pairs meet at C w/2A, for what turns with the body's axes and half the spin.
TEST(CriticalValues, WhereImaginaryPairsMeetElsewhere) {
    const CriticalValues c = critical(from_gallery("heavy-top-quaternion"), "w3", 2, 40,
                                      {.values = {"q0 = 1", "q1 = 0", "q2 = 0", "q3 = 0"}});
    const double A = 0.2, C = 0.1, weight = 9.81 * 0.3, spin = std::sqrt(4 * A * weight) / C;
    ASSERT_EQ(c.crossings.size(), 1u);
    EXPECT_EQ(c.crossings[0].kind, Kind::meeting_on_axis);
    EXPECT_NEAR(c.crossings[0].value, spin, 1e-11);
    EXPECT_NEAR(c.crossings[0].frequency, C * spin / (2 * A), 1e-6);
    EXPECT_EQ(unstable(c), (Counts{2, 0}));
}

const char* const inverted =
    "model Inverted { param k = 5, m = 2, l = 3, g = 9, d = DAMPING; coord phi; kinetic m*l^2/2*phi'^2\n"
    "potential m*g*l*cos(phi) + k*phi^2/2; dissipation d*phi'^2/2; init phi = 0 }";

// The spring holds the pendulum from k = mgl on.
TEST(CriticalValues, AnEquilibriumIsFollowedInAParameter) {
    for (const auto& [damping, kind] : {std::pair("0", Kind::meeting_at_zero), {"1", Kind::real}}) {
        std::string text = inverted;
        text.replace(text.find("DAMPING"), 7, damping);
        const CriticalValues c = critical(model(text), "k", 0, 100, {.at = Standstill::equilibrium});
        ASSERT_EQ(c.crossings.size(), 1u);
        EXPECT_EQ(c.crossings[0].kind, kind);
        EXPECT_NEAR(c.crossings[0].value, 54, 1e-11);
        EXPECT_EQ(unstable(c), (Counts{1, 0}));
    }
}

// x² = p: nothing below p = 0.
TEST(CriticalValues, TellsWhereAnEquilibriumEnds) {
    const System s = model(
        "model Fold { param p = 1; coord x; kinetic x'^2/2; potential x^3/3 - p*x; dissipation x'^2/2; init "
        "x "
        "= 1 }");
    const CriticalValues c = critical(s, "p", -1, 2, {.at = Standstill::equilibrium});
    ASSERT_TRUE(c.first);
    EXPECT_NEAR(*c.first, 0, 1e-7);
    EXPECT_FALSE(c.last);
    EXPECT_TRUE(c.crossings.empty());
    EXPECT_EQ(unstable(c), (Counts{0}));
    EXPECT_NEAR(c.stretches[0].from, *c.first, 1e-15);
}

// A bead on a turning hoop, cos θ = g/(RΩ²), comes down to θ = 0 at Ω = 3: the equilibrium there is another one.
TEST(CriticalValues, TellsWhereAnEquilibriumMeetsAnother) {
    const System s = model(
        "model Hoop { param Om = 5, g = 9, R = 1, d = 0.3; coord th; potential -g*R*cos(th)\n"
        "kinetic R^2*th'^2/2 + R^2*Om^2*sin(th)^2/2; dissipation d*th'^2/2; init th = 1 }");
    const CriticalValues c = critical(s, "Om", 1, 10, {.at = Standstill::equilibrium});
    ASSERT_TRUE(c.first);
    EXPECT_NEAR(*c.first, 3, 1e-7);
    EXPECT_TRUE(c.crossings.empty());
    EXPECT_EQ(unstable(c), (Counts{0}));
    const CriticalValues lowest = critical(s, "Om", 1, 10, {Standstill::equilibrium, {"th = 0"}});
    ASSERT_EQ(lowest.crossings.size(), 1u);
    EXPECT_EQ(lowest.crossings[0].kind, Kind::real);
    EXPECT_NEAR(lowest.crossings[0].value, 3, 1e-12);
    EXPECT_EQ(unstable(lowest), (Counts{0, 1}));
}

// Damping ((p − 1)² − 1e-6): negative between 0.999 and 1.001, where no value of the grid is.
TEST(CriticalValues, ARealPartThatDipsThroughTheAxisIsNotMissed) {
    const System s = model(
        "model Dip { param p = 3; coord x; kinetic x'^2/2; potential x^2/2\n"
        "force on x: -((p - 1)^2 - 1/10^6)*x'; init x = 0 }");
    const CriticalValues c = critical(s, "p", 0, 10, {.at = Standstill::equilibrium});
    ASSERT_EQ(c.crossings.size(), 2u);
    EXPECT_NEAR(c.crossings[0].value, 0.999, 1e-12);
    EXPECT_NEAR(c.crossings[1].value, 1.001, 1e-12);
    EXPECT_NEAR(c.crossings[0].frequency, 1, 1e-12);
    EXPECT_EQ(unstable(c), (Counts{0, 2, 0}));
}

// Two equal oscillators lose their stability at once.
TEST(CriticalValues, SeveralAtOnce) {
    for (const auto& [damping, tolerance] : {std::pair("x' - y'", 1e-11), {"0", 1e-11}}) {
        const std::string force = std::string(damping) == "0" ? "" : "force on x: -x'; force on y: -y'\n";
        const System s = model("model Two { param k = 2; coord x, y; kinetic (x'^2 + y'^2)/2\n" + force +
                               "potential (k - 1)*(x^2 + y^2)/2; init x = 0, y = 0 }");
        const CriticalValues c = critical(s, "k", -1.5, 3, {.at = Standstill::equilibrium});
        ASSERT_EQ(c.crossings.size(), 1u);
        EXPECT_EQ(c.crossings[0].kind, Kind::several);
        EXPECT_NEAR(c.crossings[0].value, 1, tolerance);
        EXPECT_EQ(unstable(c), (Counts{2, 0}));
    }
}

// Spun the other way, the other oscillation of the rattleback grows: both pass the axis at rest, and two are unstable on each side.
TEST(CriticalValues, AnExchangeLeavesTheNumberOfUnstableEigenvalues) {
    const CriticalValues c = critical(from_gallery("rattleback"), "w3", -7, 20);
    ASSERT_EQ(c.crossings.size(), 1u);
    EXPECT_EQ(c.crossings[0].kind, Kind::several);
    EXPECT_NEAR(c.crossings[0].value, 0, 1e-11);
    EXPECT_EQ(unstable(c), (Counts{2, 2}));
    // A real part that touches the axis and goes back is no crossing.
    const System touch = model(
        "model Touch { param p = 3; coord x; kinetic x'^2/2; potential x^2/2; force on x: -(p - 1)^2*x'\n"
        "init x = 0 }");
    EXPECT_TRUE(critical(touch, "p", 0, 10, {.at = Standstill::equilibrium}).crossings.empty());
}

TEST(CriticalValues, AnEndOfTheIntervalMayBeCritical) {
    const CriticalValues c = critical(from_gallery("towed-wheel"), "V", 2, 20);
    EXPECT_TRUE(c.crossings.empty());
    EXPECT_EQ(unstable(c), (Counts{2}));
    EXPECT_EQ(c.on_axis, (std::vector<double>{2}));
}

// A special value has more symmetries than its neighbours: a top with A = B among tops.
TEST(CriticalValues, SymmetriesAreThoseOfAllValues) {
    const System s = model(
        "model T { param m = 1, g = 9.81, h = 0.3, A = 0.2, B = 0.2, C = 0.1\n gravity g along (0, 0, -1)\n"
        "body top { mass m; inertia (A, B, C); pose about (0, 0, -h) }\n init w3 = 30 }");
    const CriticalValues c =
        critical(s, "B", 0.15, 0.25,
                 {.values = {"q0 = 1", "q1 = 0", "q2 = 0", "q3 = 0", "w1 = 0", "w2 = 0", "w3 = 30"}});
    EXPECT_EQ(c.stretches.size(), c.crossings.size() + 1);
    EXPECT_FALSE(c.first);
    EXPECT_FALSE(c.last);
}

TEST(CriticalValues, ACyclicCoordinateIsRefused) {
    EXPECT_THROW(critical(from_gallery("chaplygin-sleigh"), "x", 0, 1, {.values = {"v = 1", "w = 0"}}),
                 ConditionOutside);
}

}  // namespace
}  // namespace anholon
