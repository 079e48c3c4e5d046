#include "request/continue.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace anholon::request
