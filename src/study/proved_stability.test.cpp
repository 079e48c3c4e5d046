#include <gtest/gtest.h>

#include <cmath>

#include "model/read_model.test.hpp"
#include "model/request.hpp"
#include "study/linearisation.hpp"

namespace anholon {

namespace {

using Verdict = Stability::Verdict;

Linearisation at_rest(const std::string& text) {
    const System system = model(text);
    return linearisation(system, {.at = Standstill::equilibrium});
}
Verdict verdict_at_rest(const std::string& text) { return at_rest(text).stability.verdict; }
std::string one(const std::string& V, const std::string& more = "") {
    return "model P { param k = 0.3, m = 0.1, g = 3; coord x; kinetic x'^2/2; potential " + V + "; " + more +
           " }";
}

}  // namespace

// m g = k: V = −m g x⁴/24 + …. Rounding leaves V'' = −5.6e-17.
TEST(ProvedStability, CancellingSecondDerivativesAreZero) {
    EXPECT_EQ(verdict_at_rest(one("m*g*(1 - cos(x)) - k*x^2/2")), Verdict::unstable);
    EXPECT_EQ(verdict_at_rest(one("k*x^2/2 - m*g*(1 - cos(x))")), Verdict::stable);
}

// f³ changes its sign with f: an inflection wherever f' ≠ 0.
TEST(ProvedStability, InflectionsAreNoMinima) {
    for (const char* x : {"3.14159265358979", "-3.14159265358979"})
        EXPECT_EQ(verdict_at_rest(one("sin(x)^3", std::string("init x = ") + x)), Verdict::unstable);
    for (const char* x : {"1.5707963", "-1.5707963"})
        EXPECT_EQ(verdict_at_rest(one("cos(x)^3", std::string("init x = ") + x)), Verdict::unstable);
    for (const char* x : {"1.41", "-1.41"})
        EXPECT_EQ(verdict_at_rest(one("(x^2 - 2)^3", std::string("init x = ") + x)), Verdict::unstable);
    for (const char* x : {"1.05", "-1.05"})
        EXPECT_EQ(verdict_at_rest(one("(cos(x) - 1/2)^3", std::string("init x = ") + x)), Verdict::unstable);
}

// exp(x), x and −(x/L)⁴ away from 0 have slopes, small as they may be.
TEST(ProvedStability, SmallForcesAreForces) {
    EXPECT_THROW(at_rest(one("exp(x)", "init x = 1.5")), NoStandstill);
    EXPECT_THROW(
        at_rest("model P { param g = 1e-12; coord x; kinetic x'^2/2; potential g*x; force on x: -x' }"),
        NoStandstill);
    // With −(x/L)⁴ and friction x moves away from 0 by x' = 4 x³/L⁴.
    const std::string hill =
        "model P { param L = 1000; coord x; kinetic x'^2/2; potential -(x/L)^4; force on x: -x'; ";
    EXPECT_EQ(verdict_at_rest(hill + "}"), Verdict::unstable);
    EXPECT_THROW(at_rest(hill + "init x = 1 }"), NoStandstill);
}

// A scale changes nothing: masses in units of 1e-12 and lengths of 1e9.
TEST(ProvedStability, HasNoScale) {
    for (const char* unit : {"1e-12", "1", "1e12"})
        for (const char* length : {"1e-9", "1", "1e9"}) {
            const std::string text = std::string("model P { param u = ") + unit + ", l = " + length +
                                     "; coord x; kinetic u*x'^2/2; potential u*(x^2/2 - l*x); "
                                     "dissipation u*x'^2/2; init x = l*(1 + 1e-9) }";
            const Linearisation found = at_rest(text);
            EXPECT_EQ(found.stability.verdict, Verdict::asymptotic) << text;
            EXPECT_NEAR(found.state[0].value / std::stod(length), 1, 1e-12) << text;
        }
}

// Two minima a billionth apart from the maximum between them.
TEST(ProvedStability, NeighboursAreToldApart) {
    const std::string wells = "(x - 1e-9)^2*(x + 1e-9)^2";
    const auto at = [&](const std::string& x) { return at_rest(one(wells, "init x = " + x)); };
    EXPECT_EQ(at("1e-9").stability.verdict, Verdict::stable);
    EXPECT_EQ(at("0").stability.verdict, Verdict::unstable);
}

// V = −x²y²/2 rests on both axes; on x = y friction lets x' = x³.
TEST(ProvedStability, CrossingFamiliesAreTwo) {
    const auto with = [](const std::string& V) {
        return at_rest("model P { coord x, y; kinetic (x'^2 + y'^2)/2; potential " + V +
                       "; dissipation (x'^2 + y'^2)/2 }");
    };
    for (const char* V : {"-x^2*y^2/2", "-(x^2 - y^2)^2/8", "-(x+2*y)^2*(x-y)^2"}) {
        const Linearisation found = with(V);
        EXPECT_EQ(found.stability.verdict, Verdict::undecided) << V;
        EXPECT_LT(found.family, 2U) << V;
    }
    // One family, of two dimensions.
    const Linearisation plane = at_rest(
        "model P { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; potential z^2; dissipation (x'^2 + y'^2 + "
        "z'^2)/2 }");
    EXPECT_EQ(plane.stability.verdict, Verdict::asymptotic_but_family);
    EXPECT_EQ(plane.family, 2U);
}

// w1' = w1 w2 = w2': both axes rest; on w1 = w2 > 0 the velocities grow.
TEST(ProvedStability, CrossingFamiliesOfAnAlgebraAreTwo) {
    const System system = model("model A { algebra r(2); inertia (1, 1); torque (w1*w2, w1*w2) }");
    const Linearisation found = linearisation(system, {.at = Standstill::steady});
    EXPECT_EQ(found.stability.verdict, Verdict::undecided);
    EXPECT_EQ(found.family, 1U);
}

// A free body rests stably, since its energy is positive, though most velocities nearby are not steady.
TEST(ProvedStability, AFreeBodyRestsByItsEnergy) {
    const System system = model("model A { algebra so(3); inertia (1, 2, 3) }");
    const Linearisation found = linearisation(system, {.at = Standstill::equilibrium});
    EXPECT_EQ(found.stability.verdict, Verdict::stable);
    EXPECT_EQ(found.family, 1U);
    EXPECT_NE(found.stability.reason.find("energy"), std::string::npos) << found.stability.reason;
}

// The force 3 x atan2(x, 0) = 3π|x|/2 exceeds the spring's.
TEST(ProvedStability, Atan2JumpsBehindTheOrigin) {
    const auto with = [](const std::string& force, const std::string& x = "0") {
        return at_rest("model P { coord x; kinetic x'^2/2; potential (x - " + x +
                       ")^2/2; force on x: " + force + " - x'; init x = " + x + " }");
    };
    EXPECT_EQ(with("3*x*atan2(x, 0)").stability.verdict, Verdict::undecided);
    EXPECT_EQ(with("3*x*atan2(x, -1)").stability.verdict, Verdict::undecided);
    EXPECT_EQ(with("3*x*atan2(x, x)").stability.verdict, Verdict::undecided);
    EXPECT_EQ(with("3*x*atan2(0, x)").stability.verdict, Verdict::undecided);
    EXPECT_EQ(with("x*atan2(x, 1)").stability.verdict, Verdict::asymptotic);
    EXPECT_EQ(with("-(x-1)*atan2(x, -1)", "1").stability.verdict, Verdict::asymptotic);
    // sin and cos do not see the jump of 2π.
    EXPECT_EQ(with("x*sin(atan2(x, -1))").stability.verdict, Verdict::asymptotic);
}

// (m s² ± s + m)³ with m = 500000 in one Jordan chain: real parts ∓1e-6, which rounding moves by ε^(1/3).
TEST(ProvedStability, TripleEigenvaluesAreEnclosed) {
    const auto with = [](const std::string& sign) {
        return verdict_at_rest(
            "model P { coord x, y, z; kinetic 500000*(x'^2 + y'^2 + z'^2)/2; potential 500000*(x^2 + y^2 + "
            "z^2)/2; "
            "dissipation " +
            sign + "(x'^2 + y'^2 + z'^2)/2; force on y: 300000*x; force on z: 300000*y }");
    };
    EXPECT_EQ(with(""), Verdict::asymptotic);
    EXPECT_EQ(with("-"), Verdict::unstable);
}

// An equilibrium that no formula gives: cos x = x. V'' = 1 + sin x > 0.
TEST(ProvedStability, StatesWithoutFormulasAreEnclosed) {
    const Linearisation least = at_rest(one("x^2/2 - sin(x)"));
    EXPECT_NEAR(least.state[0].value, 0.7390851332151607, 1e-14);
    EXPECT_EQ(least.stability.verdict, Verdict::stable);
    EXPECT_EQ(verdict_at_rest(one("sin(x) - x^2/2")), Verdict::unstable);
}

// h (phi1 - phi2) - 2 l (psi + theta1) is an integral, and of no use here: the angles that it ties go on turning. Of the four zero
// eigenvalues three belong to the family, and the fourth has no eigenvector.
TEST(ProvedStability, IntegralsOfCyclicCoordinatesMakeNoRateRedundant) {
    const System system = model(gallery_text("cart-two-wheel-pairs"));
    Diagnostics diagnostics;
    LinearisationOptions options{.at = Standstill::steady};
    for (const char* text : {"theta1 = 1.113", "theta2 = -0.5807", "w1 = 0.6212", "w2 = 0.6212", "v = -0.2"})
        options.initial.values.push_back(*read_initial_value(Source("-i", text), system, diagnostics));
    const Linearisation found = linearisation(system, options);
    EXPECT_EQ(found.spectrum.zeros, 4U);
    EXPECT_EQ(found.family, 3U);
    EXPECT_EQ(found.stability.verdict, Verdict::undecided);
}

// The rates hold divisions by cyclic coordinates, which have no influence but may not be zero.
TEST(ProvedStability, CyclicCoordinatesMayHaveAnyValues) {
    for (const char* name : {"rolling-ball", "beghins-ball"}) {
        const System system = model(gallery_text(name));
        EXPECT_EQ(linearisation(system, {.at = Standstill::steady}).stability.verdict, Verdict::stable)
            << name;
    }
}

// Constraints, the energy and integrals that the model expects make rates redundant.
TEST(ProvedStability, RedundantRatesAreLeftOut) {
    const auto verdict = [](const char* name) {
        const System system = model(gallery_text(name));
        return linearisation(system, {.at = Standstill::steady}).stability.verdict;
    };
    EXPECT_EQ(verdict("asymmetric-chaplygin-top"), Verdict::unstable);
    EXPECT_EQ(verdict("servo-body-second"), Verdict::unstable);
    EXPECT_EQ(verdict("trailer-5"), Verdict::asymptotic_but_family);
}

}  // namespace anholon
