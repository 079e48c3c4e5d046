#include "request/continue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "model/read_model.test.hpp"

namespace anholon::request {
namespace {

using std::numbers::pi;

ContinueFound found(const std::string& text, Continue request) {
    const System system = model(text);
    return answer(request, system);
}

Continue of(Continue::Of kind, const std::string& over, const std::string& period = "") {
    Continue out{.of = kind, .over = over};
    if (!period.empty()) out.orbit.period = period;
    return out;
}

constexpr auto equilibrium = Continue::Of::equilibrium, steady = Continue::Of::steady,
               orbit = Continue::Of::orbit;

double value(const ContinueFound& f, const std::vector<double>& u) { return u[f.value_place]; }

// A bead on a hoop of radius 1 that turns with W about its vertical diameter: cos θ = g/W² branches off at W² = g.
TEST(Continue, FindsThePitchforkOfABeadOnAHoop) {
    Continue request = of(equilibrium, "W=0.5..3");
    request.branches = "2";
    const ContinueFound f = found(
        "model Hoop { param W = 1, g = 2; coord theta; kinetic (theta'^2 + W^2*sin(theta)^2)/2; potential "
        "-g*cos(theta) }",
        request);
    ASSERT_EQ(f.branches.size(), 2u);
    ASSERT_EQ(f.branches[0].branch.special.size(), 1u);
    const SpecialPoint& point = f.branches[0].branch.special[0];
    EXPECT_EQ(point.kind, Bifurcation::branch_point);
    EXPECT_NEAR(value(f, point.u), std::numbers::sqrt2, 1e-12);
    EXPECT_EQ(point.before, 0u);
    EXPECT_EQ(point.after, 1u);
    EXPECT_EQ(f.branches[0].branch.ends[0].why, BranchEnd::Why::bound);
    EXPECT_EQ(f.branches[1].origin, "branch point");
    EXPECT_GT(f.branches[1].branch.points.size(), 20u);
    for (const PointOfBranch& p : f.branches[1].branch.points)
        EXPECT_NEAR(std::cos(p.u[0]), 2 / std::pow(value(f, p.u), 2), 1e-10);
    EXPECT_EQ(value(f, f.branches[1].branch.points.back().u), 3);
    EXPECT_EQ(f.left, 0u);
}

// p = x − x³/3 turns at x = ∓1.
TEST(Continue, FindsTheFoldsOfASpring) {
    const ContinueFound f = found(
        "model Spring { param p = 2/3; coord x; kinetic x'^2/2; potential x^4/12 - x^2/2 + p*x; init x = -2 "
        "}",
        of(equilibrium, "p=-1..1"));
    ASSERT_EQ(f.branches[0].branch.special.size(), 2u);
    for (const SpecialPoint& point : f.branches[0].branch.special) {
        EXPECT_EQ(point.kind, Bifurcation::fold);
        EXPECT_NEAR(std::fabs(value(f, point.u)), 2.0 / 3, 1e-13);
        EXPECT_NEAR(std::fabs(point.u[0]), 1, 1e-9);
        EXPECT_EQ(point.before + point.after, 1u);
    }
}

const std::string van_der_pol =
    "model VanDerPol { param m = 1; coord x; kinetic x'^2/2; potential x^2/2; force on x: (m - x^2)*x'; ";

TEST(Continue, FindsTheHopfPointOfVanDerPol) {
    const ContinueFound f = found(van_der_pol + "}", of(equilibrium, "m=-1..1.5"));
    ASSERT_EQ(f.branches[0].branch.special.size(), 1u);
    const SpecialPoint& point = f.branches[0].branch.special[0];
    EXPECT_EQ(point.kind, Bifurcation::hopf);
    EXPECT_NEAR(value(f, point.u), 0, 1e-13);
    EXPECT_NEAR(point.frequency, 1, 1e-13);
}

// T = 2π (1 + m²/16 − 5m⁴/3072 + …) and max x = 2√m (1 + m²/192 + …) for small m.
TEST(Continue, FollowsVanDerPolsOrbitsToTheirHopfPoint) {
    const ContinueFound f = found(van_der_pol + "init x = 2 }", of(orbit, "m=0.05..1.5", "6.6"));
    const auto& branch = f.branches[0].branch;
    EXPECT_TRUE(branch.special.empty());
    EXPECT_TRUE(f.held.empty());
    const std::vector<double>& u =
        value(f, branch.points.front().u) == 0.05 ? branch.points.front().u : branch.points.back().u;
    ASSERT_EQ(value(f, u), 0.05);
    const double m = 0.05;
    EXPECT_NEAR(u[2], 2 * pi * (1 + m * m / 16 - 5 * std::pow(m, 4) / 3072), 1e-9);
    EXPECT_NEAR(std::hypot(u[0], u[1]), 2 * std::sqrt(m), 0.03);
}

// With E = (x² + x'²)/2 the force −(p + (E − 1)²) x' leaves the circles E = 1 ± √−p, of the period 2π and the multiplier
// exp(−4πE(E − 1)): they meet and vanish at p = 0.
TEST(Continue, FindsTheFoldOfOrbits) {
    const ContinueFound f = found(
        "model Circles { param p = -0.25; coord x; kinetic x'^2/2; potential x^2/2; "
        "force on x: -(p + ((x^2 + x'^2)/2 - 1)^2)*x'; init x = sqrt(3) }",
        of(orbit, "p=-0.5..0.5", "6.2"));
    const auto& branch = f.branches[0].branch;
    ASSERT_EQ(branch.special.size(), 1u);
    EXPECT_EQ(branch.special[0].kind, Bifurcation::fold);
    EXPECT_NEAR(value(f, branch.special[0].u), 0, 1e-10);
    for (const PointOfBranch& p : branch.points) {
        const double E = (p.u[0] * p.u[0] + p.u[1] * p.u[1]) / 2;
        EXPECT_NEAR((E - 1) * (E - 1), -value(f, p.u), 1e-9);
        EXPECT_NEAR(p.u[2], 2 * pi, 1e-9);
        ASSERT_TRUE(p.growth && p.growth->exponents.size() == 1);
        EXPECT_NEAR(p.growth->exponents[0].real(), -4 * pi * E * (E - 1), 1e-7);
    }
}

// Beside a circle, y'' + w²y = p y' has the multipliers exp(πp ± 2πi √(w² − p²/4)).
TEST(Continue, FindsNeimarkSackerPoints) {
    const ContinueFound f = found(
        "model Torus { param p = -0.1, w = 1.3; coord x, y; kinetic (x'^2 + y'^2)/2; potential (x^2 + "
        "w^2*y^2)/2; "
        "force on x: (1 - x^2 - x'^2)*x'; force on y: p*y'; init x = 1 }",
        of(orbit, "p=-0.2..0.3", "6.2"));
    ASSERT_EQ(f.branches[0].branch.special.size(), 1u);
    const SpecialPoint& point = f.branches[0].branch.special[0];
    EXPECT_EQ(point.kind, Bifurcation::neimark_sacker);
    EXPECT_NEAR(value(f, point.u), 0, 1e-10);
    EXPECT_NEAR(point.frequency, 0.6 * pi, 1e-8);
}

// x'' + (a − 2q cos 2t) x = 0 at q = 1: the multipliers of x = 0 are −1 at Mathieu's a₁ = 1.85910807251… and b₁ = −0.11024881699….
TEST(Continue, FindsPeriodDoublingsAtMathieusCharacteristicValues) {
    const ContinueFound f = found(
        "model Mathieu { param a = 1, q = 1; coord x; kinetic x'^2/2; potential (a - 2*q*cos(2*t))*x^2/2 }",
        of(orbit, "a=-0.3..2.5", "pi"));
    std::vector<double> doublings;
    for (const SpecialPoint& point : f.branches[0].branch.special)
        if (point.kind == Bifurcation::period_doubling) doublings.push_back(value(f, point.u));
    ASSERT_EQ(doublings.size(), 2u);
    EXPECT_NEAR(doublings[0], -0.110248816992, 1e-9);
    EXPECT_NEAR(doublings[1], 1.859108072514, 1e-9);
}

// x'' + c x' + x = cos Wt: |x| is the known response at every W; the period changes with W.
TEST(Continue, FollowsTheFrequencyOfADrive) {
    const ContinueFound f = found(
        "model Driven { param W = 1.5, c = 0.2; coord x; kinetic x'^2/2; potential x^2/2; "
        "force on x: -c*x' + cos(W*t) }",
        of(orbit, "W=0.5..2.5", "2*pi/W"));
    EXPECT_TRUE(f.branches[0].branch.special.empty());
    EXPECT_GT(f.branches[0].branch.points.size(), 30u);
    for (const PointOfBranch& p : f.branches[0].branch.points) {
        const double W = value(f, p.u), size = std::pow(1 - W * W, 2) + 0.04 * W * W;
        EXPECT_NEAR(p.u[0], (1 - W * W) / size, 1e-9);
        EXPECT_NEAR(p.u[1], 0.2 * W * W / size, 1e-9);
        EXPECT_NEAR(p.u[2], 2 * pi / W, 1e-12);
    }
}

// The pendulum's period over its energy: T = 4K(k), E = 2k² above the rest; over the period the same curve.
TEST(Continue, FollowsIntegralsAndPeriods) {
    const std::string pendulum =
        "model Pendulum { coord a; kinetic a'^2/2; potential 1 - cos(a); init a = 1 }";
    for (const auto& [over, held] : {std::pair{"energy=0.3..1.5", 0}, std::pair{"period=6.5..8", 0}}) {
        const ContinueFound f = found(pendulum, of(orbit, over, "6.7"));
        EXPECT_TRUE(f.held.empty());
        for (const PointOfBranch& p : f.branches[0].branch.points) {
            const double E = p.u[1] * p.u[1] / 2 + 1 - std::cos(p.u[0]);
            EXPECT_NEAR(p.u[2], 4 * std::comp_ellint_1(std::sqrt(E / 2)), 1e-9) << over;
        }
        EXPECT_GT(f.branches[0].branch.points.size(), 20u);
    }
}

// Over another parameter the energy is held.
TEST(Continue, HoldsTheIntegralsThatMakeFamilies) {
    const ContinueFound f =
        found("model Pendulum { param g = 1; coord a; kinetic a'^2/2; potential g*(1 - cos(a)); init a = 1 }",
              of(orbit, "g=0.8..2", "6.7"));
    ASSERT_EQ(f.held.size(), 1u);
    EXPECT_EQ(f.held[0].name, "energy");
    for (const PointOfBranch& p : f.branches[0].branch.points) {
        const double g = value(f, p.u), E = f.held[0].value;
        EXPECT_NEAR(p.u[2], 4 * std::comp_ellint_1(std::sqrt(E / (2 * g))) / std::sqrt(g), 1e-9);
    }
}

// --- curves in two values

Continue in_two(Continue::Of kind, const std::string& over, const std::string& second,
                const std::string& period = "") {
    Continue out = of(kind, over, period);
    out.second = second;
    return out;
}

double second(const PointOfCurve& p) { return p.second; }

// x'' = p − sin x + (m − cos x) x': the equilibria sin x = p have a Hopf point at m = cos x, of frequency √cos x. So m² + p² = 1, up to
// p = ±1, where a double zero ends it.
TEST(Continue, FollowsHopfPointsToBogdanovTakens) {
    const ContinueFound f = found(
        "model A { param m = 0.5, p = 0.3; coord x; kinetic x'^2/2; potential -cos(x) - p*x; "
        "force on x: (m - cos(x))*x'; init x = 0.3 }",
        in_two(equilibrium, "m=-0.5..2", "p=-1.2..1.2"));
    ASSERT_EQ(f.curves.size(), 1u);
    const BifurcationCurve& c = f.curves[0].curve;
    EXPECT_EQ(c.kind, Bifurcation::hopf);
    EXPECT_GT(c.points.size(), 20u);
    for (const PointOfCurve& p : c.points) {
        const double m = value(f, p.u);
        EXPECT_NEAR(m * m + p.second * p.second, 1, 1e-11);
        EXPECT_NEAR(p.frequency * p.frequency, m, 1e-9);
    }
    ASSERT_EQ(c.special.size(), 2u);
    for (const CodimensionTwo& special : c.special) {
        EXPECT_EQ(special.name, "Bogdanov-Takens");
        EXPECT_NEAR(value(f, special.at.u), 0, 1e-8);
        EXPECT_NEAR(std::fabs(special.at.second), 1, 1e-11);
    }
    for (const BranchEnd& end : c.ends) EXPECT_EQ(end.why, BranchEnd::Why::ended);
}

// x³ − bx = a turns at 27a² = 4b³; both folds meet in the cusp a = b = 0, with friction and without.
TEST(Continue, FollowsFoldsThroughACusp) {
    for (const std::string friction : {"force on x: -x';", ""}) {
        SCOPED_TRACE(friction);
        const ContinueFound f = found(
            "model A { param a = -1, b = 1; coord x; kinetic x'^2/2; potential x^4/4 - b*x^2/2 - a*x; " +
                friction + "init x = -1.3 }",
            in_two(equilibrium, "a=-2..2", "b=-1..2"));
        ASSERT_EQ(f.curves.size(), 1u);  // the other fold lies on the same curve
        const BifurcationCurve& c = f.curves[0].curve;
        EXPECT_EQ(c.kind, Bifurcation::fold);
        for (const PointOfCurve& p : c.points)
            EXPECT_NEAR(27 * std::pow(value(f, p.u), 2), 4 * std::pow(second(p), 3), 1e-10);
        ASSERT_EQ(c.special.size(), 1u);
        EXPECT_EQ(c.special[0].name, "cusp");
        EXPECT_NEAR(value(f, c.special[0].at.u), 0, 1e-10);
        EXPECT_NEAR(c.special[0].at.second, 0, 1e-8);
        EXPECT_EQ(c.points.front().second, 2);
        EXPECT_EQ(c.points.back().second, 2);
    }
}

// W² = g.
TEST(Continue, FollowsBranchPoints) {
    const ContinueFound f = found(
        "model Hoop { param W = 1, g = 2; coord theta; kinetic (theta'^2 + W^2*sin(theta)^2)/2; potential "
        "-g*cos(theta) }",
        in_two(equilibrium, "W=0.5..3", "g=0.5..4"));
    ASSERT_EQ(f.curves.size(), 1u);
    const BifurcationCurve& c = f.curves[0].curve;
    EXPECT_EQ(c.kind, Bifurcation::branch_point);
    EXPECT_GT(c.points.size(), 10u);
    for (const PointOfCurve& p : c.points) EXPECT_NEAR(std::pow(value(f, p.u), 2), p.second, 1e-10);
    EXPECT_EQ(c.points.front().second + c.points.back().second, 4.5);
}

// A side force e breaks the symmetry of the hoop: the branches separate, and the curve says so instead of following what is none.
TEST(Continue, SaysThatBranchPointsDoNotPersist) {
    const ContinueFound f = found(
        "model Hoop { param W = 1, g = 2, e = 0; coord theta; kinetic (theta'^2 + W^2*sin(theta)^2)/2; "
        "potential -g*cos(theta) - e*theta }",
        in_two(equilibrium, "W=0.5..3", "e=-1..1"));
    for (const ContinueFound::OneCurve& one : f.curves) {
        EXPECT_LT(one.curve.points.size(), 4u);
        for (const BranchEnd& end : one.curve.ends) EXPECT_NE(end.why, BranchEnd::Why::bound);
    }
}

// Beside a circle, y'' + w²y = (p − q²) y'.
TEST(Continue, FollowsNeimarkSackerPoints) {
    const ContinueFound f = found(
        "model Torus { param p = 0, w = 1.3, q = 0.4; coord x, y; kinetic (x'^2 + y'^2)/2; potential (x^2 + "
        "w^2*y^2)/2; force on x: (1 - x^2 - x'^2)*x'; force on y: (p - q^2)*y'; init x = 1 }",
        in_two(orbit, "p=-0.2..0.5", "q=0.2..0.6", "6.2"));
    ASSERT_EQ(f.curves.size(), 1u);
    const BifurcationCurve& c = f.curves[0].curve;
    EXPECT_EQ(c.kind, Bifurcation::neimark_sacker);
    EXPECT_GT(c.points.size(), 10u);
    for (const PointOfCurve& p : c.points) {
        EXPECT_NEAR(value(f, p.u), p.second * p.second, 1e-9);
        EXPECT_NEAR(p.frequency, 0.6 * pi, 1e-7);
    }
    // Over w instead, the angle 2π(w − 1) passes 2π/3 and π/2; at π, w = 1.5, both multipliers meet.
    const ContinueFound r = found(
        "model Torus { param p = 0, w = 1.3, q = 0.4; coord x, y; kinetic (x'^2 + y'^2)/2; potential (x^2 + "
        "w^2*y^2)/2; force on x: (1 - x^2 - x'^2)*x'; force on y: (p - q^2)*y'; init x = 1 }",
        in_two(orbit, "p=-0.2..0.5", "w=1.2..1.4", "6.2"));
    ASSERT_EQ(r.curves.size(), 1u);
    std::vector<std::pair<std::string, double>> names;
    for (const CodimensionTwo& s : r.curves[0].curve.special) names.emplace_back(s.name, s.at.second);
    std::ranges::sort(names, {}, [](const auto& n) { return n.second; });
    ASSERT_EQ(names.size(), 2u);
    EXPECT_EQ(names[0].first, "1:4 resonance");
    EXPECT_NEAR(names[0].second, 1.25, 1e-8);
    EXPECT_EQ(names[1].first, "1:3 resonance");
    EXPECT_NEAR(names[1].second, 4.0 / 3, 1e-8);
}

// Mathieu's characteristic values b₁(q) and a₁(q) are the least eigenvalues of the matrices with 1 ∓ q, 9, 25, … on the diagonal and q beside
// it; here those for q = 1/2.
TEST(Continue, FollowsPeriodDoublingsAlongMathieusCurves) {
    Continue request = in_two(orbit, "a=-0.5..2.5", "q=0.5..1.2", "pi");
    request.curves = {"period-doubling"};
    const ContinueFound f = found(
        "model Mathieu { param a = 1, q = 1; coord x; kinetic x'^2/2; potential (a - 2*q*cos(2*t))*x^2/2 }",
        request);
    ASSERT_EQ(f.curves.size(), 2u);
    const double known[] = {0.470654354934, 1.466766842516};  // b₁(½), a₁(½)
    for (std::size_t k = 0; k < 2; ++k) {
        const BifurcationCurve& c = f.curves[k].curve;
        EXPECT_EQ(c.kind, Bifurcation::period_doubling);
        const PointOfCurve& end = c.points.front().second == 0.5 ? c.points.front() : c.points.back();
        EXPECT_EQ(end.second, 0.5);
        EXPECT_NEAR(value(f, end.u), known[k], 1e-9);
    }
}

// --- from a Hopf point to its orbits

// The circles x² + x'² = p of period 2π.
TEST(Continue, FollowsTheOrbitsOfAHopfPoint) {
    Continue request = of(equilibrium, "p=-1..1.5");
    request.branches = "2";
    const ContinueFound f = found(
        "model Circles { param p = -1; coord x; kinetic x'^2/2; potential x^2/2; "
        "force on x: (p - x^2 - x'^2)*x' }",
        request);
    ASSERT_EQ(f.branches.size(), 2u);
    EXPECT_FALSE(f.branches[0].of_orbits);
    EXPECT_TRUE(f.branches[1].of_orbits);
    EXPECT_EQ(f.branches[1].origin, "Hopf");
    ASSERT_TRUE(f.has_periods);
    ASSERT_EQ(f.columns.back(), "period");
    const auto& points = f.branches[1].branch.points;
    EXPECT_GT(points.size(), 20u);
    for (const PointOfBranch& point : points) {
        const double p = value(f, point.u);
        EXPECT_NEAR(point.u[0] * point.u[0] + point.u[1] * point.u[1], p, 1e-9);
        EXPECT_NEAR(point.u.back(), 2 * pi, 1e-8);
        ASSERT_EQ(point.extent.largest.size(), 2u);
        EXPECT_NEAR(point.extent.largest[0], std::sqrt(p), 1e-3);
        EXPECT_NEAR(point.extent.smallest[1], -std::sqrt(p), 1e-3);
        ASSERT_TRUE(point.growth);
        EXPECT_EQ(point.growth->unstable(), 0u);
    }
    EXPECT_LT(value(f, points.front().u), 1e-3);
    EXPECT_EQ(value(f, points.back().u), 1.5);
    for (const PointOfBranch& point : f.branches[0].branch.points) EXPECT_EQ(point.u.back(), 0);
}

// (p + r² − r⁴/4) x': the circles branch off backward, turn at p = −1, r² = 2 and come back.
TEST(Continue, FollowsTheOrbitsOfASubcriticalHopfPointRoundTheirFold) {
    Continue request = of(equilibrium, "p=-1.5..1");
    request.branches = "2";
    const ContinueFound f = found(
        "model Circles { param p = -0.5; coord x; kinetic x'^2/2; potential x^2/2; "
        "force on x: (p + (x^2 + x'^2) - (x^2 + x'^2)^2/4)*x' }",
        request);
    ASSERT_EQ(f.branches.size(), 2u);
    const Branch& orbits = f.branches[1].branch;
    ASSERT_EQ(orbits.special.size(), 1u);
    EXPECT_EQ(orbits.special[0].kind, Bifurcation::fold);
    EXPECT_NEAR(value(f, orbits.special[0].u), -1, 1e-9);
    for (const PointOfBranch& point : orbits.points) {
        const double r2 = point.u[0] * point.u[0] + point.u[1] * point.u[1];
        EXPECT_NEAR(value(f, point.u), r2 * r2 / 4 - r2, 1e-8);
    }
    EXPECT_EQ(orbits.special[0].before, 1u);
    EXPECT_EQ(orbits.special[0].after, 0u);
}

// Beside the circles an oscillator of half their squared frequency is damped: the orbits lie in the plane of the pair that passes.
TEST(Continue, FollowsTheOrbitsOfThePairThatPasses) {
    Continue request = of(equilibrium, "p=-1..0.5");
    request.branches = "2";
    const ContinueFound f = found(
        "model Circles { param p = -1; coord x, y; kinetic (x'^2 + y'^2)/2; potential x^2/2 + y^2/4; "
        "force on x: (p - x^2 - x'^2)*x'; force on y: -0.3*y' }",
        request);
    ASSERT_EQ(f.branches.size(), 2u);
    ASSERT_TRUE(f.branches[1].of_orbits);
    for (const PointOfBranch& point : f.branches[1].branch.points) {
        EXPECT_NEAR(point.u[0] * point.u[0] + point.u[2] * point.u[2], value(f, point.u), 1e-9);
        EXPECT_NEAR(point.u[1], 0, 1e-9);
    }
}

// A ball at rest on a sphere of which a force F takes the weight g off: the sphere would have to pull for F > g.
TEST(Continue, EndsWhereContactIsLost) {
    const ContinueFound f = found(
        "model Lift { param F = 0, g = 9.81; support dome sphere(1); gravity g along (0, 0, -1); "
        "body egg { mass 1; inertia (0.02, 0.025, 0.03); surface sphere(0.25) at (0, 0, 0.05) }; "
        "contact egg on dome rolling; potential -F*z; init z = 1.2 }",
        of(equilibrium, "F=0..15"));
    const Branch& branch = f.branches[0].branch;
    EXPECT_EQ(branch.ends[1].why, BranchEnd::Why::ended);
    EXPECT_NE(branch.ends[1].reason.find("leaves dome"), std::string::npos) << branch.ends[1].reason;
    EXPECT_NEAR(value(f, branch.points.back().u), 9.81, 1e-6);
}

// Unstable for |p − 1/2| < 1/250 only, a fifth of a step: both Hopf points are found, though their changes undo each other.
TEST(Continue, SeesWhatPassesAndComesBackWithinAStep) {
    const ContinueFound f = found(
        "model A { param p = 0; coord x; kinetic x'^2/2; potential x^2/2; force on x: (1/62500 - (p - "
        "0.5)^2)*x' }",
        of(equilibrium, "p=0..0.99"));  // with points at 0.490 and 0.510
    const std::vector<SpecialPoint>& special = f.branches[0].branch.special;
    ASSERT_EQ(special.size(), 2u);
    for (std::size_t k = 0; k < 2; ++k) {
        EXPECT_EQ(special[k].kind, Bifurcation::hopf);
        EXPECT_NEAR(value(f, special[k].u), k == 0 ? 0.496 : 0.504, 1e-9);
    }
}

}  // namespace
}  // namespace anholon::request
