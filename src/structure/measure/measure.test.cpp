#include "structure/measure/measure.hpp"

#include <gtest/gtest.h>

#include "mechanics/forms/registry.hpp"
#include "structure/evidence/asked.test.hpp"

namespace anholon {
namespace {

TEST(Measure, TheSleighHasOneOnlyIfItsMassCentreIsOnTheBlade) {
    const Fact offset = asked("chaplygin-sleigh", "measure");
    EXPECT_EQ(offset.verdict.text(), "none") << all_lines(offset);
    EXPECT_TRUE(says(offset, "excludes every smooth positive density near rest"));
    const Fact balanced = asked("chaplygin-sleigh", "measure", {{"a = 0.3", "a = 0"}});
    EXPECT_EQ(balanced.verdict.text(), "measure") << all_lines(balanced);
    EXPECT_TRUE(says(balanced, "for the stated values of the parameters"));
}

TEST(Measure, SuslovHasOneOnlyAboutAPrincipalAxis) {
    EXPECT_EQ(asked("suslov", "measure").verdict.text(), "none");
    EXPECT_EQ(asked("suslov", "measure", {{"I13 = 0.3", "I13 = 0"}}).verdict.text(), "none");
    EXPECT_EQ(asked("suslov", "measure", {{"I13 = 0.3", "I13 = 0"}, {"I23 = 0.4", "I23 = 0"}}).verdict.text(),
              "measure");
    // The same in coordinates, with gravity, where the scope is smaller.
    EXPECT_EQ(asked("suslov-gravity", "measure").verdict.text(), "measure");
    const Fact tilted = asked("suslov-gravity", "measure", {{"I3*o3^2)/2", "I3*o3^2)/2 + I1/9*o1*o3"}});
    EXPECT_EQ(tilted.verdict.text(), "none") << all_lines(tilted);
    EXPECT_TRUE(says(tilted, "says nothing about densities that depend on velocities"));
}

TEST(Measure, KnownSystemsWithoutOne) {
    for (const char* name : {"roller-racer", "blackall", "nonholonomic-planimeter", "bottema-car"})
        EXPECT_EQ(asked(name, "measure").verdict.text(), "none") << name;
}

TEST(Measure, BlackallsFactorZMakesTheDifference) {
    const Fact fact = asked("blackall", "measure", {{"b^2*y*z*x'", "b*y*x'"}});
    EXPECT_EQ(fact.verdict.text(), "measure");
    EXPECT_TRUE(says(fact, "density sqrt(b^2*y^2 + 1)")) << all_lines(fact);
}

TEST(Measure, AWheelsAngleCarriesOnlyALocalDensity) {
    const Fact fact = asked("one-wheeled-vehicle", "measure");
    EXPECT_EQ(fact.verdict.text(), "none");
    EXPECT_TRUE(says(fact, "does not return to its value when the angle")) << all_lines(fact);
    EXPECT_EQ(asked("one-wheeled-vehicle", "measure", {{"Rt = 0.3", "Rt = 0"}}).verdict.text(), "measure");
}

// Chaplygin's density: ρ² is 1 − D(γ, J⁻¹γ) in (ω, γ) up to a constant, and its inverse in (K, γ).
TEST(Measure, ChaplyginsBall) {
    const System system = changed_model(std::string(find_in_gallery("chaplygin-ball")->text), {});
    const Setting s(system);
    const auto density = invariant_density(s, Budget(60));
    ASSERT_TRUE(density);
    Context& c = s.c;
    const auto q = [&](int k) { return c.find("q" + std::to_string(k)); };
    const Expr D = c.find("m") * pow(c.find("a"), 2), g1 = 2 * (q(1) * q(3) - q(0) * q(2)),
               g2 = 2 * (q(2) * q(3) + q(0) * q(1)),
               g3 = pow(q(0), 2) - pow(q(1), 2) - pow(q(2), 2) + pow(q(3), 2);
    const Expr known = 1 - D * (pow(g1, 2) / (c.find("I1") + D) + pow(g2, 2) / (c.find("I2") + D) +
                                pow(g3, 2) / (c.find("I3") + D));
    const Expr constant = (c.find("I1") + D) * (c.find("I2") + D) * (c.find("I3") + D);
    const std::vector<Expr> residuals{pow(density->in_velocities.density(c), 2) - constant * known,
                                      pow(density->in_momenta.density(c), 2) - 1 / (constant * known)};
    for (const auto& v : vanish(s, residuals, StateSampler::At::states, Parameters::free, Budget(60)))
        EXPECT_EQ(v.answer, Answer::yes) << v.reason;
}

std::string displaced_ball(const std::string& inertia, const std::string& centre) {
    return "model Ball { param m = 1, R = 1, h = 0.3, A = 0.4, B = 0.45, C = 0.5, g = 9.81\n"
           " ground plane z = 0\n gravity g along (0, 0, -1)\n"
           " body ball { mass m; inertia " +
           inertia + "; surface sphere(R) at " + centre +
           " }\n contact ball on ground rolling\n init w3 = 2 }";
}

// Routh's sphere: (A + m r²)√(AC + m(r, Ir)) in (ω, γ), with r = −Rγ + h e₃ from the mass centre to the contact. det G is the product
// of the first and the square of the second only where |q| = 1.
TEST(Measure, RouthsSphere) {
    const System system = changed_model(displaced_ball("(A, A, C)", "(0, 0, h)"), {});
    const Setting s(system);
    const auto density = invariant_density(s, Budget(60));
    ASSERT_TRUE(density);
    Context& c = s.c;
    const auto q = [&](int k) { return c.find("q" + std::to_string(k)); };
    const Expr m = c.find("m"), R = c.find("R"), h = c.find("h"), A = c.find("A"), C = c.find("C"),
               g1 = 2 * (q(1) * q(3) - q(0) * q(2)), g2 = 2 * (q(2) * q(3) + q(0) * q(1)),
               g3 = pow(q(0), 2) - pow(q(1), 2) - pow(q(2), 2) + pow(q(3), 2);
    const Expr r1 = -R * g1, r2 = -R * g2, r3 = h - R * g3;
    const Expr first = A + m * (pow(r1, 2) + pow(r2, 2) + pow(r3, 2)),
               second = A * C + m * (A * pow(r1, 2) + A * pow(r2, 2) + C * pow(r3, 2));
    const std::vector<Expr> residuals{pow(density->in_velocities.density(c), 2) - pow(first, 2) * second,
                                      pow(density->in_momenta.density(c), 2) - 1 / second};
    for (const auto& v : vanish(s, residuals, StateSampler::At::states, Parameters::free, Budget(60)))
        EXPECT_EQ(v.answer, Answer::yes) << v.reason;
    const Fact fact = asked(system, "measure");
    EXPECT_EQ(fact.verdict.text(), "measure");
    EXPECT_TRUE(says(fact, "an invariant measure exists with the density (A")) << all_lines(fact);
}

TEST(Measure, ADisplacedBallWithoutAnAxisOfSymmetryHasNone) {
    for (const auto& [inertia, centre] : {std::pair("(A, B, C)", "(0, 0, h)"), {"(A, A, C)", "(h, 0, 0)"}}) {
        const System system = changed_model(displaced_ball(inertia, centre), {});
        EXPECT_FALSE(invariant_density(Setting(system), Budget(60)));
        EXPECT_EQ(asked(system, "measure").verdict.text(), "none") << inertia << centre;
    }
}

// Liouville's equation with the equations of motion as Hamel's form has them: div + (log ρ)˙ = 0 in (q, η).
TEST(Measure, DensitiesSatisfyLiouvillesEquation) {
    for (const char* name :
         {"nonholonomic-particle", "rolling-disc", "rolling-hoop", "chaplygin-sleigh-incline", "rubber-ball",
          "chaplygin-ball", "ball-on-rotating-plane", "ball-in-cylinder", "spherical-pendulum",
          "constraints-as-integrals", "suslov-gravity", "free-top"}) {
        const System system = changed_model(std::string(find_in_gallery(name)->text), {});
        const Setting s(system);
        const auto density = invariant_density(s, Budget(60));
        ASSERT_TRUE(density) << name;
        const Equations e = find_form("hamel")->derive(s);
        const std::vector<Expr> rates = solve(e.W, e.r).x;
        const Expr rho = density->in_velocities.density(s.c);
        Expr divergence = s.c.zero();
        for (std::size_t k = 0; k < rates.size(); ++k)
            divergence += derivative(rates[k], s.frame().eta(k + 1));
        for (std::size_t i = 0; i < s.q.size(); ++i)
            divergence +=
                derivative(e.velocities[i], s.q[i]) + e.velocities[i] * derivative(rho, s.q[i]) / rho;
        const auto v = vanish(s, {divergence}, StateSampler::At::states, Parameters::free, Budget(60))[0];
        EXPECT_EQ(v.answer, Answer::yes) << name << " " << v.reason;
    }
}

// Stated values reach into the arguments of functions: an offset a sin(alpha).
TEST(Measure, AnAngleAmongTheParametersCounts) {
    const auto sleigh = [](const char* alpha) {
        return asked("chaplygin-sleigh", "measure",
                     {{"a = 0.3", std::string("alpha = ") + alpha + ", a = 0.3"},
                      {"x' - a*theta'*sin(theta)", "x' - a*sin(alpha)*theta'*sin(theta)"},
                      {"y' + a*theta'*cos(theta)", "y' + a*sin(alpha)*theta'*cos(theta)"}})
            .verdict.text();
    };
    EXPECT_EQ(sleigh("0.5"), "none");
    EXPECT_EQ(sleigh("0"), "measure");
    EXPECT_EQ(sleigh("pi"), "measure");
}

TEST(Measure, AffineConstraintsAndForcesCount) {
    EXPECT_EQ(asked("ball-on-rotating-plane", "measure").verdict.text(), "measure");
    const Changes drag{{"motion nonholonomic", "dissipation k/2*(x'^2 + y'^2)"}, {"a = 0.3", "k = 1, a = 0"}};
    EXPECT_EQ(asked("chaplygin-sleigh", "measure", drag).verdict.text(), "none");
}

TEST(Measure, SaysWhatIsOutsideItsHypotheses) {
    EXPECT_TRUE(says(asked("appell-hamel", "measure"), "not decided: constraints are nonlinear"));
    EXPECT_TRUE(says(asked("bilimovich-pendulum", "measure"), "not decided: the system depends on time"));
    EXPECT_TRUE(says(asked(changed_model("model D { param m = 1, k = 1\n coord x\n kinetic m/2*x'^2\n"
                                         " force on x: -k*x'^3\n}",
                                         {}),
                           "measure"),
                     "not decided: a force is of higher than the second degree in the velocities"));
    EXPECT_TRUE(
        says(asked(changed_model("model D { param m = 1\n coord x\n kinetic m/2*x'^4\n}", {}), "measure"),
             "not decided: the Lagrangian is not quadratic in the velocities"));
    EXPECT_EQ(asked("servo-body-second", "measure").verdict.text(), "not decided");
}

// Of a servo the first kind the accelerations of the law tell; along the constraint's own gradient it is the nonholonomic law.
TEST(Measure, OfServoConstraints) {
    EXPECT_EQ(asked("servo-sleigh", "measure").verdict.text(), "none");
    EXPECT_EQ(asked("servo-sleigh", "measure", {{"a = 0.5", "a = 0"}, {"c = 0.8", "c = 0"}}).verdict.text(),
              "measure");
    // theory §4: Haar's measure for b parallel to a, in Suslov's problem about a principal axis
    EXPECT_EQ(asked("servo-body-first", "measure").verdict.text(), "none");
    EXPECT_EQ(asked("servo-body-first", "measure", {{"b2 = 0.5", "b2 = 0"}}).verdict.text(), "none");
    EXPECT_EQ(asked("servo-body-first", "measure",
                    {{"b2 = 0.5", "b2 = 0"}, {"I13 = 0.3", "I13 = 0"}, {"I23 = 0.4", "I23 = 0"}})
                  .verdict.text(),
              "measure");
    // The same law written twice.
    const Changes as_servo{{"quasi v", "motion servo force (-sin(theta), cos(theta), 0)\n  quasi v"},
                           {"motion nonholonomic", ""}};
    for (const char* a : {"a = 0.3", "a = 0"}) {
        Changes changes = as_servo;
        changes.emplace_back("a = 0.3", a);
        EXPECT_EQ(asked("chaplygin-sleigh", "measure", changes).verdict.text(),
                  asked("chaplygin-sleigh", "measure", {{"a = 0.3", a}}).verdict.text());
    }
}

TEST(Measure, OfRealisationsAndVakonomicMotions) {
    const Fact friction = asked("viscous-sleigh", "measure");
    EXPECT_EQ(friction.verdict.text(), "none");
    EXPECT_TRUE(says(friction, "the divergence in coordinates and momenta is -N/m")) << all_lines(friction);
    EXPECT_EQ(asked("viscous-sleigh", "measure", {{"motion viscous N = N", "motion free"}}).verdict.text(),
              "measure");
    const Fact added = asked("added-mass-skate", "measure");
    EXPECT_EQ(added.verdict.text(), "measure");
    EXPECT_TRUE(says(added, "with the density 1")) << all_lines(added);
    const Fact vakonomic = asked("vakonomic-skate", "measure");
    EXPECT_EQ(vakonomic.verdict.text(), "measure");
    EXPECT_TRUE(says(vakonomic, "dx dy dphi dp_x dp_y dp_phi")) << all_lines(vakonomic);
    EXPECT_EQ(asked("vakonomic-skate", "measure",
                    {{"kinetic", "param r = 1 [kg m^2/s]\n  dissipation r*phi'^2\n  kinetic"}})
                  .verdict.text(),
              "not decided");
}

}  // namespace
}  // namespace anholon
