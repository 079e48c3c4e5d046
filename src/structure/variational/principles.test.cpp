#include "structure/variational/principles.hpp"

#include <gtest/gtest.h>

#include "structure/evidence/asked.test.hpp"

namespace anholon {
namespace {

Fact principles_of(const std::string& text) { return asked(model(text), "principles"); }

TEST(Principles, SkatesAndRollingBodiesAreNoExtremals) {
    for (const char* name : {"chaplygin-sleigh", "nonholonomic-particle", "rolling-disc", "suslov"})
        EXPECT_EQ(asked(name, "principles").verdict.text(), "Hoelder's only") << name;
    const Fact skate = asked("chaplygin-sleigh", "principles");
    EXPECT_TRUE(says(skate, "Hölder's varied curves leave 'blade' by ")) << all_lines(skate);
    EXPECT_TRUE(says(skate, "would have to vanish")) << all_lines(skate);
    EXPECT_TRUE(says(skate, "that of 'blade' is ")) << all_lines(skate);
}

// Where reactions vanish λ = 0 does (001 §3); an upright disc has λ = m r φ̇ (cos θ, sin θ) (Fernandez and Bloch 2008).
TEST(Principles, MotionsWithoutReactionsAndUprightDiscsAreExtremals) {
    for (const char* name : {"rolling-ball", "vertical-rolling-disc", "spherical-pendulum", "free-top"}) {
        const Fact fact = asked(name, "principles");
        EXPECT_EQ(fact.verdict.text(), "both") << name << "\n" << all_lines(fact);
    }
    const System disc = model(gallery_text("vertical-rolling-disc"));
    const VariationalPrinciples found = variational_principles(Setting(disc), Budget(60));
    EXPECT_EQ(found.free_numbers, 0u);
    EXPECT_EQ(found.derivatives, 2u);
}

// λ_μ = ∂L/∂ẋ_μ = m ẋ_μ serves for every potential of the angles, of which the one that is turned leaves no motion uniform.
TEST(Principles, UprightDiscsAreExtremalsUnderForces) {
    const char* disc =
        "model Disc { param m = 1, R = 1, I = 2, J = 3; coord x, y, phi, psi\n"
        "  kinetic m/2*(x'^2 + y'^2) + I/2*phi'^2 + J/2*psi'^2; potential phi^2 + sin(psi)\n"
        "  constraint along: x' = R*cos(psi)*phi'; constraint across: y' = R*sin(psi)*phi' }";
    EXPECT_EQ(principles_of(disc).verdict.text(), "both");
    EXPECT_EQ(principles_of(changed(disc, "potential phi^2", "potential x + phi^2")).verdict.text(),
              "Hoelder's only");
}

const char* const particle =
    "model A { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; constraint s: z' = y*x' }";

TEST(Principles, AnIntegrableConstraintLeavesTheMultiplierFree) {
    EXPECT_EQ(principles_of(particle).verdict.text(), "Hoelder's only");
    const System integrable = model(changed(particle, "y*x'", "y*x' + x*y'"));
    const VariationalPrinciples found = variational_principles(Setting(integrable), Budget(60));
    EXPECT_EQ(found.verdict, PrinciplesVerdict::both);
    EXPECT_EQ(found.free_numbers, 1u);
    EXPECT_EQ(found.departures.at(0).value, integrable.c().zero());
}

TEST(Principles, VakonomicMotionsAreExtremalsAndSatisfyHoeldersPrincipleIfConstraintsAreIntegrable) {
    EXPECT_EQ(asked("vakonomic-skate", "principles").verdict.text(), "Hamilton's only");
    const std::string vakonomic = changed(particle, "}", "; motion vakonomic }");
    EXPECT_EQ(principles_of(vakonomic).verdict.text(), "Hamilton's only");
    EXPECT_EQ(principles_of(changed(vakonomic, "y*x'", "y*x' + x*y'")).verdict.text(), "both");
    EXPECT_EQ(asked("servo-sleigh", "principles").verdict.text(), "does not apply");
}

// A nonlinear constraint that motions keep by themselves has no reaction, and any other has.
TEST(Principles, NonlinearConstraintsAreDecidedToo) {
    const std::string speed =
        "model A { coord x, y; kinetic (x'^2 + y'^2)/2; constraint s: x'^2 + y'^2 = 1 }";
    EXPECT_EQ(principles_of(speed).verdict.text(), "both");
    EXPECT_EQ(principles_of(changed(speed, "; constraint", "; potential x; constraint")).verdict.text(),
              "Hoelder's only");
}

TEST(Principles, AParameterMayDecide) {
    const std::string text =
        "model A { param b = 0; coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; constraint s: z' = b*y*x' }";
    const Fact fact = principles_of(text);
    EXPECT_EQ(fact.verdict.text(), "both");
    EXPECT_TRUE(says(fact, "for the stated values of the parameters")) << all_lines(fact);
    EXPECT_EQ(principles_of(changed(text, "b = 0", "b = 1")).verdict.text(), "Hoelder's only");
    const std::string vakonomic = changed(text, "}", "; motion vakonomic }");
    const Fact of_vakonomic = principles_of(vakonomic);
    EXPECT_EQ(of_vakonomic.verdict.text(), "both");
    EXPECT_TRUE(says(of_vakonomic, "for the stated values of the parameters")) << all_lines(of_vakonomic);
    EXPECT_EQ(principles_of(changed(vakonomic, "b = 0", "b = 1")).verdict.text(), "Hamilton's only");
}

// δf = (c^μ_rs η_r + c^μ_0s) δπ_s by brackets of the frame is −[f](X_s) δπ_s by Lagrange's derivative.
TEST(Principles, DeparturesAreThoseOfLagrangesDerivative) {
    for (const char* name :
         {"chaplygin-sleigh", "rolling-disc", "vertical-rolling-disc", "bilimovich-pendulum"}) {
        const System system = model(gallery_text(name));
        const Setting s(system);
        const VariationalPrinciples found = variational_principles(s, Budget(60));
        const AdaptedFrame& X = s.frame();
        ASSERT_FALSE(found.departures.empty()) << name;
        for (std::size_t mu = 0, at = 0; mu < system.constraints.size(); ++mu) {
            if (system.constraints[mu].kind == Constraint::Kind::geometric) continue;
            const Covector bracket = s.lagrange(s.velocity_constraints()[mu]);
            for (const std::size_t k : X.free_indices()) {
                const Expr other = substitute(X.in_eta(-bracket(X.displacement(k))), X.on_constraints());
                EXPECT_TRUE(vanishes(found.departures[at].coefficients[k - 1] - other)) << name;
            }
            ++at;
        }
    }
}

}  // namespace
}  // namespace anholon
