#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "model/read_model.test.hpp"
#include "motion/path.test.hpp"

// Velocities and constraints that degenerate on the way.
namespace anholon {
namespace {

using End = SimulationResult::End;

System skate(double start) {
    return model(
        "model Skate { coord x, y, phi; kinetic (x'^2 + y'^2 + phi'^2)/2; potential -x\n"
        "constraint blade: x'*sin(phi) = y'*cos(phi)\n init phi = " +
        std::to_string(start) + ", phi' = 1.5 }");
}

// Closed form: u' = cos φ along the blade, φ = φ_0 + 1.5 t.
TEST(FreeVelocities, AreLeftBeforeADigitIsLost) {
    const double w = 1.5, until = 3;
    double worst = 0;
    for (int k = 0; k < 80; ++k) {
        const double a = std::stod(std::to_string(0.02 * k)), b = a + w * until;
        const Path m = simulate(skate(0.02 * k), {.until = until});
        ASSERT_EQ(m.result.end, End::reached) << m.result.reason;
        // u = (sin φ − sin a)/w, x = ∫ u cos φ dφ/w, y = ∫ u sin φ dφ/w
        const double x = (std::sin(b) - std::sin(a)) * (std::sin(b) - std::sin(a)) / (2 * w * w);
        const double y = ((b - a) / 2 - (std::sin(2 * b) - std::sin(2 * a)) / 4 +
                          std::sin(a) * (std::cos(b) - std::cos(a))) /
                         (w * w);
        worst = std::max({worst, std::fabs(m.final("x") - x), std::fabs(m.final("y") - y)});
    }
    EXPECT_LE(worst, 1e-13);
}

const char* const both_skates_across = "theta1 = THETA, theta2 = THETA, v = 0.5, w1 = 0.2, w2 = 0.2";

// The skates stand across together: cos θ = 0 at t = (π/2 − θ)/0.2, where the two constraints are the same.
System cart(const std::string& theta) {
    const std::string init = "theta1 = 0.3, theta2 = -0.2, v = 1, w1 = 0.2, w2 = 0.1";
    return model(changed(gallery_text("cart-two-skates"), init,
                         changed(changed(both_skates_across, "THETA", theta), "THETA", theta)));
}

TEST(Constraints, EndTheMotionWhereTheyBecomeDependent) {
    const System system = cart("1.2");
    for (const char* id :
         {"maggi", "hamel", "gauss", "lagrange-multipliers", "hamilton", "voronets", "appell"})
        for (const char* method : {"taylor", "cvode-adams"}) {
            const Path m =
                simulate(system, {.until = 6, .form = find_form(id), .method = find_method(method)});
            EXPECT_EQ(m.result.end, End::singular) << id << " " << method;
            EXPECT_NE(m.result.reason.find("dependent"), std::string::npos) << id << m.result.reason;
            EXPECT_NEAR(m.result.t, (std::numbers::pi / 2 - 1.2) / 0.2,
                        method == std::string("taylor") ? 1e-9 : 1e-6)
                << id << " " << method;
        }
}

// y = |sin x| has no slope at x = 0, nor has its series.
TEST(Constraints, AnEndIsNeverWithoutAReason) {
    const Path m = simulate(model("model M { coord x, y; kinetic (x'^2 + y'^2)/2\n"
                                  "constraint y = sqrt(1 - cos(x)^2); init x = 1, x' = -1 }"),
                            {.until = 4});
    EXPECT_NE(m.result.end, End::reached);
    EXPECT_NE(m.result.reason, "");
}

TEST(Constraints, ARowBeforeTheirEndHasItsOwnTime) {
    const System system = cart("pi/2 - 0.2");
    const Path m = simulate(system, {.until = 2, .every = 0.4});
    EXPECT_EQ(m.result.end, End::singular);
    EXPECT_NEAR(m.result.t, 1, 1e-9);
    for (const auto& row : m.rows) EXPECT_NEAR(row[2], std::numbers::pi / 2 - 0.2 + 0.2 * row[0], 1e-12);
    EXPECT_GE(m.rows.back()[0], 0.8);
}

// Passing close by is no end.
TEST(Constraints, ThatAreNearlyDependentLetTheMotionPass) {
    const std::string text =
        changed(gallery_text("cart-two-skates"), "theta1 = 0.3, theta2 = -0.2, v = 1, w1 = 0.2, w2 = 0.1",
                "theta1 = 1.2, theta2 = 1.21, v = 0.5, w1 = 0.2, w2 = 0.2");
    EXPECT_EQ(simulate(model(text), {.until = 6}).result.end, End::reached);
}

// One velocity is a million times another: free velocities in which the mass matrix keeps its digits are taken.
TEST(FreeVelocities, AreWellConditioned) {
    const System system =
        model(changed(gallery_text("chaplygin-ball"), "let ox = 2*(q0*q1'", "let ox = 1e6*(q0*q1'"));
    const Path maggi = simulate(system, {.until = 5, .form = find_form("maggi")}),
               lagrange = simulate(system, {.until = 5, .form = find_form("lagrange-multipliers")});
    for (const char* name : {"w1", "w2", "w3"})
        EXPECT_NEAR(maggi.final(name), lagrange.final(name), 1e-10) << name;
    EXPECT_LT(maggi.drift("energy"), 1e-13);
}

TEST(FreeVelocities, DoNotDependOnTheUnitOfLength) {
    const std::string metres = gallery_text("rattleback");
    std::string millimetres = metres;
    for (const auto& [from, to] : {std::pair{"g = 9.81 [m/s^2] in 0..20", "g = 9810"},
                                   {"a = 0.2 [m] in 0.05..0.5", "a = 200"},
                                   {"b = 0.03 [m] in 0.005..0.5", "b = 30"},
                                   {"c = 0.02 [m] in 0.005..0.5", "c = 20"},
                                   {"h = 0.01 [m] in 0..0.02", "h = 10"},
                                   {"I1 = 2e-4 [kg m^2]", "I1 = 200"},
                                   {"I2 = 1.6e-3 [kg m^2]", "I2 = 1600"},
                                   {"I3 = 1.7e-3 [kg m^2]", "I3 = 1700"},
                                   {"I12 = -2e-5 [kg m^2]", "I12 = -20"},
                                   {"m = 1 [kg]", "m = 1"}})
        millimetres = changed(millimetres, from, to);
    const Path a = simulate(model(metres), {.until = 5}), b = simulate(model(millimetres), {.until = 5});
    EXPECT_EQ(a.result.picks, 0u);
    EXPECT_EQ(b.result.picks, 0u);
    EXPECT_NEAR(static_cast<double>(b.result.steps), static_cast<double>(a.result.steps),
                0.02 * static_cast<double>(a.result.steps));
    EXPECT_LT(a.drift("energy"), 1e-13);
    EXPECT_LT(b.drift("energy"), 2 * std::max(a.drift("energy"), 2e-15));
    EXPECT_NEAR(b.final("w3"), a.final("w3"), 1e-9);
}

// Where x', y' and z' vanish together the cone has no tangent plane, and d'Alembert's principle no answer. With v = s (cos θ, sin θ, 1)
// it says 2 s' = −1 − cos θ/5 and s θ' = sin θ/5, so that s = C sin^(−1/2) θ u^(−5/2) with u = tan θ/2, which tends to 0 as θ tends to π, at
// the time ∫ 5 s/sin θ dθ = (5/√2) C ((1 + u²)^(3/2)/(3 u³) − 1/3); at the start u = 1/2.
const char* const cone =
    "model Cone { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; potential z + x/5\n"
    "constraint cone: x'^2 + y'^2 = z'^2; init x' = 0.6, y' = 0.8, z' = 1 }";

TEST(NonlinearConstraints, EndTheMotionWhereTheirGradientVanishes) {
    const System system = model(cone);
    const double C = std::sqrt(0.8) * std::pow(0.5, 2.5);
    const double end = 5 / std::sqrt(2) * C * (std::pow(1.25, 1.5) / 0.375 - 1.0 / 3);
    for (const char* id : {"lagrange-multipliers", "gauss", "appell"})
        for (const char* method : {"taylor", "dop853", "cvode-adams", "cvode-bdf"}) {
            const EquationForm* form = find_form(id);
            for (const std::optional<double> tolerance : {std::optional<double>(), std::optional(1e-8)}) {
                const Path m = simulate(
                    system,
                    {.until = 10, .tolerance = tolerance, .form = form, .method = find_method(method)});
                EXPECT_TRUE(m.result.end == End::singular || m.result.end == End::stuck) << id << method;
                EXPECT_NEAR(m.result.t, end, tolerance ? 1e-3 : 1e-4) << id << method;
                EXPECT_NE(m.result.reason.find("gradient of the constraint 'cone'"), std::string::npos)
                    << id << method << m.result.reason;
            }
        }
}

// A gradient that only decays with the velocities is as well determined as before.
TEST(NonlinearConstraints, LetTheVelocitiesDecay) {
    const System system = model(
        "model Cone { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; dissipation (x'^2 + y'^2 + z'^2)/2\n"
        "constraint cone: x'^2 + y'^2 = z'^2; init x' = 0.6, y' = 0.8, z' = 1 }");
    const Path m = simulate(system, {.until = 30, .every = 30});
    ASSERT_EQ(m.result.end, End::reached) << m.result.reason;
    EXPECT_NEAR(m.final("x'") / (0.6 * std::exp(-30.0)), 1, 1e-4);
    EXPECT_NEAR(m.final("y"), 0.8, 1e-12);
}

TEST(Angles, ThatStartInGimbalLockAreRefused) {
    const auto top = [](const std::string& theta) {
        return model(
            "model Top { gravity 9.81 along (0, 0, -1)\n"
            "body b { mass 1; inertia (0.1, 0.1, 0.05); pose about (0, 0, -0.2); angles psi about z, theta "
            "about x, "
            "phi about z }\ninit theta = " +
            theta + ", theta' = 1, psi' = 0, phi' = 10 }");
    };
    for (const char* method : {"taylor", "dop853", "cvode-adams"})
        for (const char* theta : {"0", "1e-12", "pi"}) {
            const Path m = simulate(top(theta), {.until = 5, .method = find_method(method)});
            EXPECT_EQ(m.result.end, End::singular) << method << theta;
            EXPECT_EQ(m.result.t, 0) << method << theta;
            EXPECT_NE(m.result.reason.find("singular"), std::string::npos) << m.result.reason;
        }
    EXPECT_EQ(simulate(top("0.01"), {.until = 1}).result.end, End::reached);
}

// Coefficients whose squares are beyond a double.
TEST(FreeVelocities, AreFoundWhateverTheSizeOfACoefficient) {
    const Path m = simulate(model("model A { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; constraint x' + "
                                  "1e200*y' = 0; init z' = 1 }"),
                            {.until = 10});
    ASSERT_EQ(m.result.end, End::reached) << m.result.reason;
    EXPECT_LT(m.result.steps, 100u);
    EXPECT_EQ(m.final("z"), 10);
    for (const char* id : {"hamel", "lagrange-multipliers", "chetaev"}) {
        const Path b =
            simulate(model("model B { param I1 = 2, I2 = 1.5, I3 = 3; algebra so(3); inertia (I1, I2, I3)\n"
                           "constraint (1e200, 0, 1); init w1 = 0.9, w2 = -0.5 }"),
                     {.until = 1, .form = find_form(id)});
        EXPECT_NE(b.result.end, End::reached) << id;  // w3 = −9e199, whose energy no double holds
        EXPECT_FALSE(b.result.reason.empty()) << id;
    }
}

}  // namespace
}  // namespace anholon
