#include "structure/integrals/energy.hpp"

#include <gtest/gtest.h>

#include "structure/evidence/asked.test.hpp"
#include "structure/evidence/state_sampler.hpp"

namespace anholon {
namespace {

TEST(Energy, IsKeptByConstraintsThatDoNoWork) {
    for (const char* name : {"chaplygin-sleigh", "chaplygin-ball", "appell-hamel", "bilimovich-pendulum",
                             "vakonomic-skate", "added-mass-skate", "free-top"})
        EXPECT_EQ(asked(name, "energy").verdict, "energy") << name;
}

TEST(Energy, TurntableHasJacobisIntegralAndATableAtRestTheEnergy) {
    const Fact turning = asked("ball-on-rotating-plane", "energy");
    EXPECT_EQ(turning.verdict, "Jacobi's integral");
    EXPECT_TRUE(says(turning, "xi_x = -Omega*y, xi_y = Omega*x")) << all_lines(turning);
    EXPECT_TRUE(says(turning, "these conditions for an energy integral fail: X_0 = d/dt, c^m_0s = 0"))
        << all_lines(turning);
    EXPECT_TRUE(says(turning, "power of the reaction of 'along': -Omega*y*lambda_along"));
    EXPECT_TRUE(says(turning, "(y_s eta_s - L)' = c^m_0s eta_s y_m + Q_s eta_s - X_0 L = "))
        << all_lines(turning);
    const Fact still = asked("ball-on-rotating-plane", "energy", {{"Omega = 3", "Omega = 0"}});
    EXPECT_EQ(still.verdict, "energy");
    EXPECT_TRUE(says(still, "for the stated values of the parameters")) << all_lines(still);
}

TEST(Energy, ABeadOnATurningRodHasJacobisIntegral) {
    const std::string bead =
        "model Bead { param m = 1, w = 2\n coord x, y\n kinetic m/2*(x'^2 + y'^2)\n"
        " constraint rod: x*sin(w*t) - y*cos(w*t) = 0\n}";
    const Fact fact = asked(changed_model(bead, {}), "energy");
    EXPECT_EQ(fact.verdict, "Jacobi's integral") << all_lines(fact);
    EXPECT_TRUE(says(fact, "xi_x = -w*y, xi_y = w*x")) << all_lines(fact);
    // Turned faster and faster, it has none.
    const Fact faster =
        asked(changed_model(bead, {{"sin(w*t)", "sin(w*t^2)"}, {"cos(w*t)", "cos(w*t^2)"}}), "energy");
    EXPECT_EQ(faster.verdict, "none") << all_lines(faster);
    EXPECT_TRUE(says(faster, "power of the reaction of 'rod'")) << all_lines(faster);
}

TEST(Energy, DissipationAndForcesTakeItAway) {
    const Changes drag{{"motion nonholonomic", "dissipation k/2*(x'^2 + y'^2)"},
                       {"a = 0.3", "k = 1, a = 0.3"}};
    const Fact fact = asked("chaplygin-sleigh", "energy", drag);
    EXPECT_EQ(fact.verdict, "none");
    EXPECT_TRUE(says(fact, "power of the forces: -k*v^2")) << all_lines(fact);
    EXPECT_TRUE(says(fact, "these conditions for an energy integral fail: Q_s = 0")) << all_lines(fact);
}

TEST(Energy, ServoForcesWorkUnlessTheyAreAcrossTheMotion) {
    const Fact fact = asked("servo-sleigh", "energy");
    EXPECT_EQ(fact.verdict, "none");
    EXPECT_TRUE(says(fact, "power of the reaction of 'blade': lambda*(a*u + c*w)")) << all_lines(fact);
    EXPECT_EQ(asked("servo-sleigh", "energy", {{"a = 0.5", "a = 0"}, {"c = 0.8", "c = 0"}}).verdict,
              "energy");
    EXPECT_EQ(asked("servo-body-first", "energy").verdict, "none");
    EXPECT_EQ(asked("servo-body-first", "energy", {{"b2 = 0.5", "b2 = 0"}}).verdict, "energy");
    EXPECT_EQ(asked("viscous-sleigh", "energy").verdict, "none");
    EXPECT_EQ(asked("gauss-thermostat", "energy").verdict, "none");
}

TEST(Energy, TimeInTheLagrangianIsNamed) {
    const Fact fact = asked(changed_model("model M { param m = 1, k = 1\n coord x\n kinetic m/2*x'^2\n"
                                          " potential k*t*x\n}",
                                          {}),
                            "energy");
    EXPECT_EQ(fact.verdict, "none");
    EXPECT_TRUE(says(fact, "power of the explicit time dependence of the Lagrangian: k*x"))
        << all_lines(fact);
}

// Ė = c^m_0s η_s y_m + Q_s η_s − X_0 L̂ for y_s η_s − L̂, where all its terms are there: a moving frame, forces, time.
TEST(Energy, ThePowerInAFrameIsTheDerivativeOfItsEnergy) {
    const System system = changed_model(
        std::string(find_in_gallery("ball-on-rotating-plane")->text),
        {{"k = 0.4", "b = 1, k = 0.4"},
         {"constraint unit", "potential b*x*t\n  dissipation b*(x'^2 + y'^2)/2\n  constraint unit"}});
    const Setting s(system);
    const AdaptedFrame& X = s.frame();
    const Expr L = s.L_in_frame();
    Expr J = -L;
    for (std::size_t k = 1; k <= X.l(); ++k) J += X.eta(k) * derivative(L, X.eta(k));
    Substitution velocities;
    for (std::size_t k = 1; k <= X.n(); ++k)
        velocities.emplace_back(X.eta(k), k <= X.l() ? X.definition(k) : s.c.zero());
    const std::vector<Expr> residual{Dt(substitute(J, velocities)) -
                                     substitute(power_in_frame(s), velocities)};
    EXPECT_EQ(vanish(s, residual, StateSampler::At::motion, Parameters::free, Budget(60))[0].answer,
              Answer::yes);
}

// The energy on the constraints divides by the distance from the axis, and has no value at rest in the middle.
TEST(Energy, OfABallInACone) {
    const Fact fact =
        asked(model("model C { gravity 9.81 along (0, 0, -1)\n"
                    "body ball { mass 1; shape ball(0.1); surface sphere(0.1) }\n"
                    "support funnel cone(pi/6) inside; contact ball on funnel rolling; init z = 1 }"),
              "energy");
    EXPECT_EQ(fact.verdict, "energy") << all_lines(fact);
}

}  // namespace
}  // namespace anholon
