#include "request/quadrature.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "model/read_model.test.hpp"
#include "motion/simulation.hpp"
#include "request/linear_integrals.hpp"

namespace anholon::request {
namespace {

using Goes = SolvedByQuadrature::Goes;

SolvedByQuadrature solved(const System& system, std::vector<std::string> values = {}) {
    return answer({.start = {.values = std::move(values)}}, system);
}

double largest_change(const SolvedByQuadrature& found) {
    double largest = 0;
    for (const auto& integral : found.integrals) largest = std::max(largest, integral.change);
    return largest;
}

// Legendre's function F(−ν, ν + 1; 1; (1 − x)/2) and its derivative by x, from ν(ν + 1) = k alone.
std::pair<double, double> legendre(double k, double x) {
    const double z = (1 - x) / 2;
    double term = 1, sum = 1, slope = 0;
    for (int n = 0; n < 4000; ++n) {
        const double next = term * (n * (n + 1.0) - k) / ((n + 1.0) * (n + 1.0));
        slope += -(n + 1.0) / 2 * next * std::pow(z, n);
        term = next;
        sum += next * std::pow(z, n + 1);
    }
    return {sum, slope};
}

// w = c₁ P_ν(cos θ) + c₂ P_ν(−cos θ) along a motion, ν(ν + 1) = −C m R²/(A (C + m R²)).
TEST(Quadrature, OfADiscFollowsLegendresFunctions) {
    const System disc = model(gallery_text("rolling-disc"));
    const double k = -0.5 / (0.25 * 1.5);
    std::vector<std::vector<double>> rows;
    Simulation motion(disc, {.initial = {.values = {{disc.quasi[0].symbol, Rational(3, 2)}}},
                             .until = 3,
                             .every = 0.1,
                             .columns = std::vector<Observable>{{"theta", disc.coordinates[1].symbol},
                                                                {"u", disc.quasi[1].symbol},
                                                                {"w", disc.quasi[2].symbol}}});
    motion.run({.row = [&](std::span<const double> row) { rows.emplace_back(row.begin(), row.end()); }});
    const auto basis = [&](double theta) {
        const double x = std::cos(theta);
        const auto [p, dp] = legendre(k, x);
        const auto [q, dq] = legendre(k, -x);
        return std::array{p, q, -std::sin(theta) * dp, std::sin(theta) * dq};
    };
    const auto at = basis(rows[0][1]);
    const double slope = rows[0][2] / 1.5, det = at[0] * at[3] - at[1] * at[2];  // w′ = m R² u/(C + m R²)
    const double c1 = (rows[0][3] * at[3] - at[1] * slope) / det,
                 c2 = (at[0] * slope - at[2] * rows[0][3]) / det;
    double range = 0;
    for (const auto& row : rows) {
        const auto here = basis(row[1]);
        EXPECT_NEAR(row[3], c1 * here[0] + c2 * here[1], 1e-11);
        range = std::max(range, std::fabs(row[1] - rows[0][1]));
    }
    EXPECT_GT(range, 0.2);
    const SolvedByQuadrature found = solved(disc, {"n=1.5"});
    EXPECT_EQ(found.motion, Goes::oscillates);
    EXPECT_LT(found.missed, 1e-10);
    EXPECT_LT(largest_change(found), 1e-12);
}

// z is harmonic with the frequency 6 √(2/7) about −5 g/(2·6²), cases §7.
TEST(Quadrature, OfABallInACylinderIsHarmonic) {
    const SolvedByQuadrature found = solved(model(gallery_text("ball-inside-cylinder")));
    ASSERT_EQ(found.motion, Goes::oscillates);
    EXPECT_NEAR(found.period, 2 * std::numbers::pi / (6 * std::sqrt(2.0 / 7)), 1e-12);
    EXPECT_NEAR(*found.lower, -5 * 9.81 / 36, 1e-12);
    EXPECT_NEAR(*found.upper, 0, 1e-15);
}

TEST(Quadrature, AgreesWithTheMotionOfTheWhole) {
    const std::string torus =
        "model T { param m = 1, g = 9.81, R = 0.5, b = 0.1, I1 = 0.1, I3 = 0.2\n ground plane z = 0\n"
        "gravity g along (0, 0, -1)\n body ring { mass m; inertia (I1, I1, I3); surface torus(R, b) }\n"
        "contact ring on ground rolling\n init q0 = cos(0.6), q1 = sin(0.6), w1 = 0, w2 = 1, w3 = 4 }";
    for (const System& system :
         {model(torus), model(gallery_text("chaplygin-top")), model(gallery_text("body-with-rotor")),
          model(gallery_text("rolling-hoop"))}) {
        const SolvedByQuadrature found = solved(system);
        EXPECT_EQ(found.motion, Goes::oscillates) << system.name;
        EXPECT_EQ(found.ended, "");
        EXPECT_LT(found.missed, 1e-10) << system.name;
        EXPECT_LT(largest_change(found), 1e-12) << system.name;
    }
}

TEST(Quadrature, TellsSteadyMotionsAndThoseWithoutTurningPoints) {
    const System disc = model(gallery_text("rolling-disc"));
    // Upright and rolling straight.
    EXPECT_EQ(solved(disc, {"theta=pi/2", "u=0", "w=3"}).motion, Goes::steady);
    const System turning = model(
        "model A { coord q [rad], s [rad]\n kinetic (q'^2 + s'^2)/2\n force on s: q'*s'*sin(q)\n init q' = "
        "1, s' = 1 }");
    const SolvedByQuadrature passes = solved(turning);
    EXPECT_EQ(passes.motion, Goes::passes);
    EXPECT_FALSE(passes.lower || passes.upper);
    EXPECT_LT(largest_change(passes), 1e-12);  // s' e^cos(q)
}

TEST(Quadrature, IsRefusedWhereThereAreNoLinearEquations) {
    EXPECT_THROW(solved(model(gallery_text("chaplygin-sleigh"))), Refusal);
}

TEST(LinearIntegrals, AreExpectedAndFollowed) {
    System disc = model(
        changed(gallery_text("rolling-disc"), "  expect dof 3", "  expect dof 3\n  expect integral linear"));
    const auto expected = std::ranges::find_if(disc.expectations, expects_linear_integrals);
    ASSERT_NE(expected, disc.expectations.end());
    ExpectationVerdict verdict{.expectation = &*expected};
    decide_linear_integrals(verdict, disc);
    EXPECT_EQ(verdict.holds, Answer::yes);
    const std::vector<Quadrature> along = put_linear_integrals(disc);
    EXPECT_EQ(along.size(), 4u);
    Simulation motion(
        disc,
        {.initial = {.values = {{disc.quasi[0].symbol, Rational(3, 2)}}}, .until = 20, .quadratures = along});
    std::size_t followed = 0;
    for (const Drift& drift : motion.run().drifts) {
        if (!drift.name.starts_with("linear integral")) continue;
        ++followed;
        EXPECT_LT(drift.relative, 1e-13);
    }
    EXPECT_EQ(followed, 2u);
}

TEST(LinearIntegrals, AreNotProvedWithoutTheSymmetry) {
    const System top =
        model(changed(changed(gallery_text("chaplygin-top"), "(I1, I1, I3)", "(I1, 1.2*I1, I3)"),
                      "  expect dof 3", "  expect dof 3\n  expect integral linear"));
    ExpectationVerdict verdict{.expectation =
                                   &*std::ranges::find_if(top.expectations, expects_linear_integrals)};
    decide_linear_integrals(verdict, top);
    EXPECT_EQ(verdict.holds, Answer::unknown);
    EXPECT_FALSE(verdict.reason.empty());
}

TEST(Quadrature, PrintsNoPeriodThatHasNotConverged) {
    const System disc = model(gallery_text("rolling-disc"));
    try {
        EXPECT_NEAR(solved(disc, {"theta=pi/2", "n=0.01", "u=0", "w=0.1"}).period, 9.7745439, 1e-6);
    } catch (const Refusal& refusal) {
        EXPECT_STREQ(refusal.what(), "the quadrature does not converge");
    }
}

TEST(Quadrature, FindsTurningPointsNearTheStart) {
    const System well =
        model("model K { coord y,z; kinetic (y'^2+z'^2)/2; potential -y^2/2+y^4/4; init y=1.405, z'=1 }");
    const auto found = solved(well);
    ASSERT_EQ(found.motion, Goes::oscillates);
    EXPECT_NEAR(*found.lower, std::sqrt(2 - 1.405 * 1.405), 1e-10);
    EXPECT_NEAR(found.missed, 0, 1e-8);
    EXPECT_EQ(solved(well, {"y=1.2", "y'=0.63"}).motion, Goes::oscillates);
}

TEST(Quadrature, FollowsAMotionBackInTime) {
    const System comet =
        model("model K { coord r,ph; kinetic (r'^2+r^2*ph'^2)/2; potential -1/r; init r=1, ph'=1.5 }");
    const auto found = answer({.start = {.until = "-1"}}, comet);
    EXPECT_EQ(found.followed, -1);
    EXPECT_LT(largest_change(found), 1e-10);
}

TEST(Quadrature, MeasuresAVelocityThatIsZeroByTheOthers) {
    const System disc = model(gallery_text("rolling-disc"));
    EXPECT_LT(largest_change(solved(disc, {"theta=pi/2", "n=0", "u=0", "w=5"})), 1e-10);
}

}  // namespace
}  // namespace anholon::request
