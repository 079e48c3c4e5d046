#include "study/linearisation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/gallery.hpp"
#include "model/model.hpp"
#include "model/request.hpp"

namespace anholon {
namespace {

using Verdict = Stability::Verdict;

System from_text(const std::string& text) {
    const Source source("test", text);
    Diagnostics diagnostics;
    auto system = elaborate_model(source, diagnostics);
    EXPECT_TRUE(system) << render(diagnostics, source, {});
    return std::move(*system);
}

System from_gallery(const std::string& name) { return from_text(std::string(find_in_gallery(name)->text)); }

Linearisation linear(const System& s, Standstill at, const std::vector<std::string>& values = {},
                     const std::vector<std::string>& parameters = {}) {
    LinearisationOptions options{.at = at};
    Diagnostics diagnostics;
    for (const std::string& text : values)
        options.initial.values.push_back(*read_initial_value(Source("-i", text), s, diagnostics));
    for (const std::string& text : parameters)
        options.initial.parameters.push_back(*read_parameter(Source("-p", text), s, diagnostics));
    return linearisation(s, options);
}

double value(const Linearisation& l, const std::string& name) {
    for (const NamedValue& x : l.state)
        if (x.name == name) return x.value;
    ADD_FAILURE() << name;
    return 0;
}

const char* const pendulum =
    "model Pendulum { param m = 2, l = 3, g = 9; coord phi; kinetic m*l^2/2*phi'^2; potential "
    "-m*g*l*cos(phi); "
    "init phi = 0.3, phi' = 1 }";

TEST(Linearisation, PendulumSwingsBelowAndFallsAbove) {
    const System s = from_text(pendulum);
    const Linearisation below = linear(s, Standstill::equilibrium);
    EXPECT_EQ(below.before.size(), 1u);  // it was no equilibrium
    EXPECT_NEAR(below.spectrum.values[0].imag(), std::sqrt(3), 1e-14);
    EXPECT_EQ(below.stability.verdict, Verdict::stable);
    ASSERT_TRUE(below.oscillations);
    EXPECT_NEAR(below.oscillations->M[0], 18, 1e-13);
    EXPECT_NEAR(below.oscillations->K[0], 54, 1e-13);
    const Linearisation above = linear(s, Standstill::equilibrium, {"phi = 3"});
    EXPECT_NEAR(value(above, "phi"), M_PI, 1e-14);
    EXPECT_EQ(above.stability.verdict, Verdict::unstable);
    // A term of friction makes the lower one asymptotically stable.
    const System rubbed = from_text(
        "model Pendulum { coord phi; kinetic phi'^2/2; potential -cos(phi); dissipation phi'^2/20; init phi "
        "= 0.3 }");
    EXPECT_EQ(linear(rubbed, Standstill::equilibrium).stability.verdict, Verdict::asymptotic);
}

// cases §2
TEST(Linearisation, SteadyCircleOfTheDisc) {
    const System s = from_gallery("rolling-disc");
    const Linearisation l = linear(s, Standstill::steady, {"theta = pi/3", "u = 3*sin(pi/3)"});
    EXPECT_NEAR(value(l, "w"), -1.008623586833385, 1e-14);
    EXPECT_NEAR(std::pow(l.spectrum.values[0].imag(), 2), 6.77087508739982, 1e-12);
    EXPECT_EQ(l.cyclic, (std::vector<std::string>{"phi", "psi", "x", "y"}));
    EXPECT_EQ(l.spectrum.zeros, 2u);
    EXPECT_EQ(l.family, 2u);
    ASSERT_TRUE(l.oscillations);
    EXPECT_NEAR(l.oscillations->K[0] / l.oscillations->M[0], 6.77087508739982, 1e-12);
}

// ω₃² > A m g R/(C(C + mR²)), and Ω² > mgR/(A + mR²)
TEST(Linearisation, StraightRollingAndSpinningAreStableWhenFast) {
    const System s = from_gallery("rolling-disc");
    const auto verdict = [&](const std::string& u, double w) {
        const Linearisation l =
            linear(s, Standstill::steady, {"theta = pi/2", "u = " + u, "w = " + std::to_string(w)});
        return l.stability.verdict == Verdict::unstable;
    };
    const double critical = std::sqrt(0.25 * 9.81 / (0.5 * 1.5));
    EXPECT_TRUE(verdict("0", 0.999 * critical));
    EXPECT_FALSE(verdict("0", 1.001 * critical));
    const double spinning = std::sqrt(9.81 / 1.25);
    EXPECT_TRUE(verdict(std::to_string(0.999 * spinning), 0));
    EXPECT_FALSE(verdict(std::to_string(1.001 * spinning), 0));
    // hoop: v² > gR/4
    const System hoop = from_gallery("rolling-hoop");
    const double hoop_critical = std::sqrt(9.81 * 0.5 / 4) / 0.5;
    for (const double factor : {0.999, 1.001}) {
        const Linearisation l =
            linear(hoop, Standstill::steady,
                   {"theta = pi/2", "s = 0", "w = " + std::to_string(factor * hoop_critical)});
        EXPECT_EQ(l.stability.verdict == Verdict::unstable, factor < 1);
    }
}

TEST(Linearisation, StabilityOfStraightMotionDependsOnTheSense) {
    const System sleigh = from_gallery("chaplygin-sleigh");
    const Linearisation ahead = linear(sleigh, Standstill::steady, {"v = 1", "w = 0"});
    EXPECT_EQ(ahead.stability.verdict, Verdict::asymptotic_but_family);
    EXPECT_NEAR(ahead.spectrum.values[1].real(), -0.3 / (0.4 + 0.09), 1e-14);
    EXPECT_EQ(linear(sleigh, Standstill::steady, {"v = -1", "w = 0"}).stability.verdict, Verdict::unstable);
    // The mass centre behind the blade: the other way round.
    EXPECT_EQ(linear(sleigh, Standstill::steady, {"v = 1", "w = 0"}, {"a = -0.3"}).stability.verdict,
              Verdict::unstable);
    const System racer = from_gallery("roller-racer");
    const auto straight = [&](const std::string& v) {
        return linear(racer, Standstill::steady, {"phi = 0", "w = 0", "v = " + v}).stability.verdict;
    };
    EXPECT_EQ(straight("1"), Verdict::unstable);
    EXPECT_EQ(straight("-1"), Verdict::asymptotic_but_family);
}

TEST(Linearisation, SuslovsRotationsKeepTheEnergyOfTheStart) {
    const System s = from_gallery("suslov");
    const Linearisation l = linear(s, Standstill::steady);
    const double w1 = value(l, "w1"), w2 = value(l, "w2");
    EXPECT_NEAR(0.3 * w1 + 0.4 * w2, 0, 1e-13);
    EXPECT_NEAR(2 * w1 * w1 + 1.5 * w2 * w2, 2 * 0.81 + 1.5 * 0.25, 1e-12);
    EXPECT_EQ(l.family, 1u);
    const Linearisation back = linear(s, Standstill::steady, {"w1 = " + std::to_string(-w1)});
    EXPECT_NE(l.stability.verdict == Verdict::unstable, back.stability.verdict == Verdict::unstable);
}

TEST(Linearisation, RedundantCoordinatesAreTiedByTheirConstraint) {
    const System s = from_gallery("spherical-pendulum");
    const Linearisation l = linear(s, Standstill::equilibrium);
    EXPECT_EQ(l.variables, (std::vector<std::string>{"x", "y", "x'", "y'"}));
    EXPECT_NEAR(l.spectrum.values[0].imag(), std::sqrt(9.81), 1e-14);
    EXPECT_EQ(l.stability.verdict, Verdict::stable);
}

TEST(Linearisation, ConstraintsMakeFamiliesOfEquilibria) {
    const System s = from_gallery("chaplygin-sleigh-incline");
    const Linearisation l = linear(s, Standstill::equilibrium);
    EXPECT_NEAR(std::cos(value(l, "phi")), 0, 1e-12);
    EXPECT_EQ(l.family, 2u);  // x and y
    EXPECT_EQ(l.spectrum.zeros, 5u);
    EXPECT_EQ(l.spectrum.kernel, 2u);
}

TEST(Linearisation, FamilyIsNotMoreThanItsMembers) {
    // The kernel has a dimension, the equilibrium is alone.
    const System s = from_text("model Quartic { coord x; kinetic x'^2/2; potential x^4; init x = 0 }");
    const Linearisation l = linear(s, Standstill::equilibrium);
    EXPECT_EQ(l.spectrum.zeros, 2u);
    EXPECT_EQ(l.spectrum.kernel, 1u);
    EXPECT_EQ(l.family, 0u);
    EXPECT_EQ(l.stability.verdict, Verdict::undecided);
}

TEST(Linearisation, RefusesWhatNeverStandsStill) {
    EXPECT_THROW(linear(from_gallery("bilimovich-pendulum"), Standstill::equilibrium), DependsOnTime);
    EXPECT_THROW(
        linear(from_text("model Fall { coord x; kinetic x'^2/2; potential x }"), Standstill::equilibrium),
        NoStandstill);
}

}  // namespace
}  // namespace anholon
