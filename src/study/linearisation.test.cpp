#include "study/linearisation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

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

LinearisationOptions read(const System& s, Standstill at, const std::vector<std::string>& values = {},
                          const std::vector<std::string>& parameters = {}) {
    LinearisationOptions options{.at = at};
    Diagnostics diagnostics;
    for (const std::string& text : values)
        options.initial.values.push_back(*read_initial_value(Source("-i", text), s, diagnostics));
    for (const std::string& text : parameters)
        options.initial.parameters.push_back(*read_parameter(Source("-p", text), s, diagnostics));
    return options;
}

Linearisation linear(const System& s, Standstill at, const std::vector<std::string>& values = {},
                     const std::vector<std::string>& parameters = {}) {
    return linearisation(s, read(s, at, values, parameters));
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

// A slip v decays by v' = −(1 + 5/2) μ g v/ε, in both directions; no energy is conserved by that, and nothing said of it.
TEST(Linearisation, OfRegularisedFriction) {
    const System s = from_text(
        "model R { ground plane z = 0; gravity 10 along (0, 0, -1); body b { mass 2; shape ball(0.1) }\n"
        "contact b on ground friction 0.2 regularised 0.05; spring 5 between b and space at (0, 0, 0.1) }");
    const Linearisation l = linear(s, Standstill::equilibrium);
    std::vector<double> real;
    for (const auto& mu : l.spectrum.values) real.push_back(mu.real());
    std::ranges::sort(real);
    // Beside the spring, which the slip hardly feels: −3.5 μ g/ε = −140.
    EXPECT_NEAR(real[0], -140, 0.1);
    EXPECT_NEAR(real[1], -140, 0.1);
    EXPECT_NE(l.stability.verdict, Verdict::unstable);
}

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

// --- In axes that turn along

std::string number(double x) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", x);
    return text;
}

std::string rolling(const std::string& shape) {
    return "model A { param m = 1, R = 1, g = 9.81\n ground plane z = 0\n gravity g along (0, 0, -1)\n body "
           "disc { mass "
           "m; shape " +
           shape +
           "(R) }\n contact disc on ground rolling\n init q0 = cos(pi/6), q1 = sin(pi/6), w2 = 3*sin(pi/3), "
           "w3 = "
           "-1 }";
}

double rate(const Linearisation& l, const std::string& field) {
    for (const Turning& t : l.turning)
        if (t.field == field) return t.rate;
    return 0;
}

// cases §2, in quaternions; the circle of the mass centre from the symmetries that it follows.
TEST(Linearisation, SteadyCircleOfABodyThatTurns) {
    const System s = from_text(rolling("disc"));
    const Linearisation l = linear(s, Standstill::steady,
                                   {"q0 = cos(pi/6)", "q1 = sin(pi/6)", "q2 = 0", "q3 = 0", "w1 = 0",
                                    "w2 = 3*sin(pi/3)", "x = 0", "y = 0"});
    EXPECT_NEAR(value(l, "w3"), -1.008623586833385, 1e-13);
    ASSERT_EQ(l.variables.size(), 4u);
    EXPECT_NEAR(std::pow(l.spectrum.values[0].imag(), 2), 6.77087508739982, 1e-12);
    EXPECT_EQ(l.spectrum.values[0].real(), 0);
    EXPECT_EQ(l.spectrum.zeros, 2u);
    EXPECT_EQ(l.spectrum.kernel, 2u);
    EXPECT_EQ(l.family, 2u);
    EXPECT_EQ(l.count.cyclic, 2u);
    EXPECT_EQ(l.count.tied, 2u);
    EXPECT_EQ(l.count.orbit, 2u);
    ASSERT_TRUE(l.oscillations);
    EXPECT_NEAR(l.oscillations->K[0] / l.oscillations->M[0], 6.77087508739982, 1e-12);
    // ẋ = a − Ωy, ẏ = b + Ωx: a circle about (−b, a)/Ω
    const double Omega = rate(l, "-q2*∂/∂q1 + q1*∂/∂q2 - y*∂/∂x + x*∂/∂y"), a = rate(l, "∂/∂x"),
                 b = rate(l, "∂/∂y");
    EXPECT_NEAR(Omega, 3, 1e-13);
    EXPECT_NEAR(std::hypot(a, b) / Omega, 0.336207862277795, 1e-13);
}

// The square of the speed at which Σμ² changes its sign, by chords: the only eigenvalues that are not zero are a pair ±μ. A part in
// 10¹⁰ to either side the verdict is clear.
double change_of_stability(const System& s, double from, double to,
                           const std::function<std::vector<std::string>(double)>& state) {
    const auto sum_of_squares = [&](double square) {
        const Linearisation l = linear(s, Standstill::steady, state(std::sqrt(square)));
        double sum = 0;
        for (const auto& mu : l.spectrum.values) sum += (mu * mu).real();
        if (std::fabs(sum) > 1e-9) EXPECT_EQ(l.stability.verdict == Verdict::unstable, sum > 0) << square;
        return sum;
    };
    double unstable = sum_of_squares(from), other = sum_of_squares(to);
    for (int step = 0; step < 40; ++step) {
        EXPECT_GT(unstable, 0);
        EXPECT_LT(other, 0);
        const double next = from + (to - from) * unstable / (unstable - other), sum = sum_of_squares(next);
        if (std::fabs(sum) < 1e-11) {
            EXPECT_GT(sum_of_squares(next * (1 - 1e-10)), 0);
            EXPECT_LT(sum_of_squares(next * (1 + 1e-10)), 0);
            return next;
        }
        (sum > 0 ? from : to) = next;
        (sum > 0 ? unstable : other) = sum;
    }
    ADD_FAILURE() << from << " " << to;
    return 0;
}

struct Limits {
    double straight, spinning;  // v², Ω²
};

Limits limits_of_the_body(const std::string& shape) {
    const System s = from_text(rolling(shape));
    const auto upright = [](double w2, double w3) {
        return std::vector<std::string>{
            "q0 = sqrt(2)/2",     "q1 = sqrt(2)/2",    "q2 = 0", "q3 = 0", "w1 = 0",
            "w2 = " + number(w2), "w3 = " + number(w3)};
    };
    return {change_of_stability(s, 1, 9, [&](double w) { return upright(0, -w); }),
            change_of_stability(s, 4, 16, [&](double w) { return upright(w, 0); })};
}

TEST(Linearisation, FindsTheSpeedsAtWhichABodyBecomesStable) {
    const double g = 9.81;
    const Limits disc = limits_of_the_body("disc"), hoop = limits_of_the_body("hoop");
    EXPECT_NEAR(disc.straight, g / 3, 1e-11 * g);
    EXPECT_NEAR(disc.spinning, 4 * g / 5, 1e-11 * g);
    EXPECT_NEAR(hoop.straight, g / 4, 1e-11 * g);
    EXPECT_NEAR(hoop.spinning, 2 * g / 3, 1e-11 * g);
}

TEST(Linearisation, FindsTheSpeedsAtWhichTheDiscByHandBecomesStable) {
    const double g = 9.81, R = 0.5;  // of the hoop
    const System disc = from_gallery("rolling-disc"), hoop = from_gallery("rolling-hoop");
    const auto upright = [](const std::string& u, double spin, double w) {
        return std::vector<std::string>{"theta = pi/2", "n = 0", u + " = " + number(spin),
                                        "w = " + number(w)};
    };
    const auto rolls = [&](const std::string& u) { return [=](double w) { return upright(u, 0, w); }; };
    const auto spins = [&](const std::string& u) { return [=](double w) { return upright(u, w, 0); }; };
    EXPECT_NEAR(change_of_stability(disc, 1, 9, rolls("u")), g / 3, 1e-11 * g);
    EXPECT_NEAR(change_of_stability(disc, 4, 16, spins("u")), 4 * g / 5, 1e-11 * g);
    EXPECT_NEAR(R * R * change_of_stability(hoop, 1, 16, rolls("s")), g * R / 4, 1e-11 * g);
    EXPECT_NEAR(change_of_stability(hoop, 4, 25, spins("s")), 2 * g / (3 * R), 1e-11 * g / R);
}

// cases §6: the sense of the spin decides which oscillation grows.
TEST(Linearisation, RattlebackSpinsWillinglyOneWayOnly) {
    const System s = from_gallery("rattleback");
    for (const double sense : {-1.0, 1.0}) {
        const Linearisation l = linear(s, Standstill::steady, {"w3 = " + number(5 * sense)});
        ASSERT_EQ(l.spectrum.values.size(), 5u);
        EXPECT_EQ(l.spectrum.zeros, 1u);
        EXPECT_EQ(l.family, 1u);
        EXPECT_EQ(l.stability.verdict, Verdict::unstable);
        const auto fast = std::ranges::max_element(l.spectrum.values, {},
                                                   [](const auto& mu) { return std::fabs(mu.imag()); });
        const auto slow = std::ranges::find_if(
            l.spectrum.values, [](const auto& mu) { return mu.imag() > 0 && mu.imag() < 100; });
        EXPECT_NEAR(fast->real(), -2.1206924 * sense, 1e-7);
        EXPECT_NEAR(std::fabs(fast->imag()), 109.392323, 1e-6);
        EXPECT_NEAR(slow->real(), 0.2025213 * sense, 1e-7);
        EXPECT_NEAR(slow->imag(), 34.143692, 1e-6);
    }
}

// Ω² = g/(l cos α), and about the cone ω² = Ω²(1 + 3 cos²α).
TEST(Linearisation, ConicalPendulum) {
    const System s = from_gallery("spherical-pendulum");
    const Linearisation l = linear(s, Standstill::steady, {"x = 0.6", "y = 0", "z = -0.8", "x' = 0"});
    const double Omega = std::sqrt(9.81 / 0.8);
    EXPECT_NEAR(std::fabs(value(l, "y'")), 0.6 * Omega, 1e-12);
    ASSERT_EQ(l.variables.size(), 3u);
    EXPECT_NEAR(l.spectrum.values[0].imag(), Omega * std::sqrt(1 + 3 * 0.64), 1e-12);
    EXPECT_EQ(l.family, 1u);
}

// A μ² − C w μ + mgl = 0 for the axis of a top that stands upright: stable if C²w² > 4 A m g l. Where the two rotations are one, the
// axes turn with half the spin, and so do the eigenvalues: they are the roots themselves.
TEST(Linearisation, SleepingTop) {
    const System s = from_gallery("heavy-top-quaternion");
    const auto at = [&](double w) {
        return linear(s, Standstill::steady, {"q0 = 1", "q1 = 0", "q2 = 0", "q3 = 0", "w3 = " + number(w)});
    };
    const double A = 0.2, C = 0.1, weight = 9.81 * 0.3, critical = std::sqrt(4 * A * weight) / C;
    EXPECT_EQ(at(0.999 * critical).stability.verdict, Verdict::unstable);
    const Linearisation fast = at(25);
    EXPECT_EQ(fast.stability.verdict, Verdict::stable);  // C² w² > 4 A m g l, by the integrals
    const double root = std::sqrt(C * C * 625 - 4 * A * weight);
    EXPECT_NEAR(fast.spectrum.values[0].imag(), (C * 25 + root) / (2 * A), 1e-12);
    EXPECT_NEAR(fast.spectrum.values[1].imag(), (C * 25 - root) / (2 * A), 1e-12);
    EXPECT_EQ(fast.count.orbit, 1u);  // two rotations, one orbit
}

TEST(Linearisation, SymmetriesAreThoseOfTheValuesGiven) {
    const System s = from_text(
        "model T { param m = 1, g = 9.81, h = 0.3, A = 0.2, B = 0.3, C = 0.1, D = 0\n gravity g along (0, 0, "
        "-1)\n body top { mass m; inertia (A, B, C; D, 0, 0); pose about (0, 0, -h) }\n init w2 = 1 }");
    const auto orbit = [&](const std::vector<std::string>& parameters) {
        return linear(s, Standstill::steady,
                      {"q0 = cos(0.2)", "q1 = sin(0.2)", "q2 = 0", "q3 = 0", "w1 = 0", "w3 = 30"}, parameters)
            .count.orbit;
    };
    EXPECT_EQ(orbit({"B = 0.2"}), 2u);
    EXPECT_EQ(orbit({"B = 0.2", "D = 0.01"}), 1u);
    EXPECT_EQ(orbit({}), 1u);
}

TEST(Linearisation, TrailersFollowACircle) {
    const System s = from_gallery("trailer-1");
    const Linearisation l = linear(s, Standstill::steady, {"v = 1", "w = 0.2"});
    // φ˙ = ω − (v/l) sin φ with θ0 − θ1 = φ: at rest where sin φ = ωl/v, and −(v/l) cos φ decides
    const double phi = value(l, "th0") - value(l, "th1");
    EXPECT_NEAR(std::sin(phi), 0.2, 1e-12);
    EXPECT_EQ(l.stability.verdict, Verdict::asymptotic_but_family);
}

TEST(Linearisation, StabilityOfStraightMotionDependsOnTheSense) {
    const System sleigh = from_gallery("chaplygin-sleigh");
    const Linearisation ahead = linear(sleigh, Standstill::steady, {"v = 1", "w = 0"});
    EXPECT_EQ(ahead.stability.verdict, Verdict::asymptotic_but_family);
    EXPECT_NEAR(ahead.spectrum.values[1].real(), -0.3 / (0.4 + 0.09), 1e-14);
    EXPECT_EQ(linear(sleigh, Standstill::steady, {"v = -1", "w = 0"}).stability.verdict, Verdict::unstable);
    // The mass centre behind the blade: the other way round.
    std::string text(find_in_gallery("chaplygin-sleigh")->text);
    const std::string ahead_of_it = "a = 0.3 [m] in 0..2";
    text.replace(text.find(ahead_of_it), ahead_of_it.size(), "a = -0.3 [m]");
    const System behind = from_text(text);
    EXPECT_EQ(linear(behind, Standstill::steady, {"v = 1", "w = 0"}).stability.verdict, Verdict::unstable);
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
    EXPECT_EQ(l.stability.verdict, Verdict::stable);  // a strict minimum, by its exact series
}

// Zeros of high order: a short step away from them is lost in rounding.
TEST(Linearisation, FlatPotentialsMakeNoFamily) {
    for (const char* V : {"y^2 - x^6", "y^2 - x^8", "y^2 - x^12", "3*(y - x^2)^2 - x^6"}) {
        const Linearisation l =
            linear(from_text(std::string("model Flat { coord x, y; kinetic (x'^2 + y'^2)/2; potential ") + V +
                             "; dissipation (x'^2 + y'^2)/2; init x = 0, y = 0 }"),
                   Standstill::equilibrium);
        EXPECT_EQ(l.family, 0u) << V;
        const bool is_short =
            std::string(V).find("x^6") != std::string::npos;  // of the order to which V is expanded
        EXPECT_EQ(l.stability.verdict, is_short ? Verdict::unstable : Verdict::undecided) << V;
    }
}

// Rest is a zero of a quadratic field: Newton's method halves the way at each step, and what the eigenvalues say on the way is void.
// The line λ̇ = cλ² through it makes it unstable, which linear equations cannot tell.
TEST(Linearisation, CreepingTowardsADegenerateStateDecidesNothing) {
    for (const auto& [w1, w2] :
         {std::pair("0.3", "0.8"), {"-0.5", "-0.5"}, {"0.9", "-0.5"}, {"0.1", "-0.2"}}) {
        std::string text(find_in_gallery("servo-body-first")->text);
        text.replace(text.find("init w1 = 0.9, w2 = -0.5"), 24,
                     std::string("init w1 = ") + w1 + ", w2 = " + w2);
        const Linearisation l = linear(from_text(text), Standstill::steady);
        if (std::hypot(value(l, "w1"), value(l, "w2")) < 1e-6) {
            EXPECT_EQ(l.stability.verdict, Verdict::undecided) << w1 << " " << w2;
        }
    }
    const char* const field =
        "model A { coord x, y; kinetic (x'^2 + y'^2)/2\n"
        "force on x: -(x - 1)^2 - x'; force on y: -y - y'; init x = START }";
    for (const char* start : {"1.3", "2", "1.05"}) {
        std::string text = field;
        text.replace(text.find("START"), 5, start);
        const Linearisation l = linear(from_text(text), Standstill::equilibrium);
        EXPECT_EQ(l.stability.verdict, Verdict::undecided) << start << ": x = " << value(l, "x");
    }
    // A zero of the third order, and one that is simple though slopes are small.
    EXPECT_EQ(linear(from_text("model A { coord x; kinetic x'^2/2; force on x: x^3 - x'; init x = 0.4 }"),
                     Standstill::equilibrium)
                  .stability.verdict,
              Verdict::undecided);
    EXPECT_EQ(linear(from_text("model A { coord x; kinetic x'^2/2; force on x: -x/1000 - x'; init x = 0.4 }"),
                     Standstill::equilibrium)
                  .stability.verdict,
              Verdict::asymptotic);
}

// Energy is kept under ideal constraints as well, and a strict minimum of V is stable: Lagrange and Dirichlet.
TEST(Linearisation, AStrictMinimumOfTheEnergyIsStableUnderConstraints) {
    const std::string text =
        "model A { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2\n"
        "potential (x^2 + 2*y^2 + SIGN 3*z^2)/2; constraint z' = y*x'; init x = 0.01 }";
    const auto with = [&](const std::string& sign) {
        std::string changed = text;
        return linear(from_text(changed.replace(changed.find("SIGN "), 5, sign)), Standstill::equilibrium);
    };
    const Linearisation minimum = with(""), saddle = with("-");
    EXPECT_EQ(minimum.stability.verdict, Verdict::stable) << minimum.stability.reason;
    EXPECT_NE(minimum.stability.reason.find("Lagrange and Dirichlet"), std::string::npos);
    EXPECT_NE(saddle.stability.verdict, Verdict::stable);
    // On a sphere: below the equator's plane the weight has a minimum though V has none in space.
    EXPECT_EQ(linear(from_text("model A { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; potential z\n"
                               "constraint x^2 + y^2 + z^2 = 1; init x = 0.1, z = -0.9 }"),
                     Standstill::equilibrium)
                  .stability.verdict,
              Verdict::stable);
    EXPECT_EQ(linear(from_text("model A { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; potential z\n"
                               "constraint x^2 + y^2 + z^2 = 1; init x = 0.1, z = 0.9 }"),
                     Standstill::equilibrium)
                  .stability.verdict,
              Verdict::unstable);
}

TEST(Linearisation, TimeThatAParameterTakesAwayIsNone) {
    const System s = from_text(
        "model A { param tau = 1, k = 2; coord x; kinetic x'^2/2; potential k*x^2/2\n"
        "force on x: tau*sin(t); init x = 0.1 }");
    EXPECT_THROW(linear(s, Standstill::equilibrium), DependsOnTime);
    EXPECT_EQ(linear(s, Standstill::equilibrium, {}, {"tau = 0"}).stability.verdict, Verdict::stable);
}

TEST(Linearisation, RefusesWhatNeverStandsStill) {
    EXPECT_THROW(linear(from_gallery("bilimovich-pendulum"), Standstill::equilibrium), DependsOnTime);
    EXPECT_THROW(
        linear(from_text("model Fall { coord x; kinetic x'^2/2; potential x }"), Standstill::equilibrium),
        NoStandstill);
    // Gravity along the plane: no circle, and the text says how far it came.
    const System slope =
        from_text("model Slide { coord x, y; kinetic (x'^2 + y'^2)/2; potential x; init x' = 1 }");
    try {
        linear(slope, Standstill::steady);
        ADD_FAILURE();
    } catch (const NoStandstill& e) {
        const std::string text = e.what();
        EXPECT_NE(text.find("Newton's method stopped after "), std::string::npos) << text;
        EXPECT_NE(text.find("with a rate of 1 remaining"), std::string::npos) << text;
    }
}

// On the side x > 0 these particles are pushed away; |x'| x' is smooth enough.
TEST(Linearisation, OfACornerDecidesNothing) {
    const std::string start = "model M { param k = 2, d = 1; coord x; kinetic x'^2/2; potential k*x^2/2";
    const auto of = [&](const std::string& rest) {
        return linear(from_text(start + rest + " }"), Standstill::equilibrium).stability;
    };
    for (const char* rest :
         {" - k*max(x, 0)^2", " - k*max(x, 0)^2; force on x: -d*x'", "; force on x: 3*k*abs(x) - d*x'",
          "; force on x: 3*sign(x') - d*x'", "; force on x: if(2*x > 0, 3*k*x, 0) - d*x'"}) {
        const Stability s = of(rest);
        EXPECT_EQ(s.verdict, Verdict::undecided) << rest;
        EXPECT_NE(s.reason.find("corner here, where x"), std::string::npos) << s.reason;
    }
    for (const char* rest : {"; force on x: -d*x' - abs(x')*x'", "; force on x: -d*x' + max(x, 0)*abs(x)",
                             "; force on x: -d*x' + abs(x - 1) - 1 + x"})
        EXPECT_EQ(of(rest).verdict, Verdict::asymptotic) << rest;
}

// The rates become small on the way to a state at which they have no value: not the rest of them is to blame.
TEST(Linearisation, SaysThatTheSearchLeadsToAStateWithoutRates) {
    const System s =
        from_text("model M { coord x; kinetic x'^2/2; potential x^2; force on x: -x' + sqrt(abs(x))*x }");
    try {
        linear(s, Standstill::equilibrium);
        ADD_FAILURE();
    } catch (const NoStandstill& e) {
        const std::string text = e.what();
        EXPECT_NE(text.find("leads to a singular state: "), std::string::npos) << text;
        EXPECT_EQ(text.find("remaining"), std::string::npos) << text;
    }
}

// One set of values after the other in the same equations. Where g vanishes, or two moments are equal, there are more symmetries.
TEST(Linearisation, IsTheSameInEquationsThatWereDerivedBefore) {
    struct Case {
        const char* model;
        Standstill at;
        std::vector<std::vector<std::string>> values, parameters;
    };
    const Case cases[] = {
        {"whipple-bicycle", Standstill::steady, {{"v=5"}, {"v=6"}, {"v=5"}}, {{}, {}, {"w=1.1"}}},
        {"spherical-pendulum", Standstill::steady, {{}, {}, {}}, {{}, {"g=0"}, {"g=5"}}},
        {"chaplygin-ball", Standstill::steady, {{}, {}, {}}, {{}, {"I1=2", "I2=2"}, {"I1=3"}}},
        {"rattleback", Standstill::equilibrium, {{}, {}, {}}, {{}, {"h=0.011"}, {}}}};
    for (const Case& one : cases) {
        const System s = from_gallery(one.model);
        StandstillEquations equations(s, one.at);
        for (std::size_t k = 0; k < one.values.size(); ++k) {
            const LinearisationOptions options = read(s, one.at, one.values[k], one.parameters[k]);
            const Linearisation found = linearisation(equations, options), fresh = linearisation(s, options);
            EXPECT_EQ(found.A, fresh.A) << one.model << k;
            EXPECT_EQ(found.spectrum.values, fresh.spectrum.values) << one.model << k;
            EXPECT_EQ(found.variables, fresh.variables) << one.model << k;
            EXPECT_EQ(found.zeros, fresh.zeros) << one.model << k;
            ASSERT_EQ(found.turning.size(), fresh.turning.size()) << one.model << k;
            for (std::size_t i = 0; i < found.turning.size(); ++i) {
                EXPECT_EQ(found.turning[i].field, fresh.turning[i].field) << one.model << k;
                EXPECT_EQ(found.turning[i].rate, fresh.turning[i].rate) << one.model << k;
            }
        }
    }
}

TEST(Linearisation, LooksForTimeAtEverySetOfValues) {
    const System s = from_text(
        "model A { param tau = 1, k = 2; coord x; kinetic x'^2/2; potential k*x^2/2\n"
        "force on x: tau*sin(t); init x = 0.1 }");
    StandstillEquations equations(s, Standstill::equilibrium);
    const auto at = [&](const char* tau) {
        return linearisation(equations, read(s, Standstill::equilibrium, {}, {tau})).stability.verdict;
    };
    EXPECT_EQ(at("tau = 0"), Verdict::stable);
    EXPECT_THROW(at("tau = 1"), DependsOnTime);
    EXPECT_EQ(at("tau = 0"), Verdict::stable);
}

}  // namespace
}  // namespace anholon
