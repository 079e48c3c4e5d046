#include "structure/distribution/integrability.hpp"

#include <gtest/gtest.h>

#include "structure/distribution/model.test.hpp"

namespace anholon {
namespace {

std::string particle(const std::string& constraints, const std::string& parameters = "b = 2") {
    return "model P { param m = 1, " + parameters + "\n coord x, y, z\n kinetic m/2*(x'^2 + y'^2 + z'^2)\n" +
           constraints + "\n}";
}

TEST(Integrability, SleighIsNonholonomicAndOnAStraightTrackIsNot) {
    EXPECT_EQ(asked("integrability", from_gallery("chaplygin-sleigh")).verdict.text(), "nonholonomic");
    const Fact straight = asked("integrability", model(particle("constraint c: 3*y' - b*x' = 0")));
    EXPECT_EQ(straight.verdict.text(), "holonomic");
    EXPECT_TRUE(says(straight, "is constant")) << page(straight);
}

TEST(Integrability, OfTwoWheelsOnAnAxleOneCombinationIsIntegrable) {
    const Fact fact = asked("integrability", from_gallery("two-wheels-on-axle"));
    EXPECT_EQ(fact.verdict.text(), "partly integrable");
    EXPECT_TRUE(says(fact, "2*s*psi + r*phi1 - r*phi2 is constant")) << page(fact);
    // Wheels of different radius: still one, another one.
    const Fact uneven = asked("integrability", from_gallery("two-wheels-on-axle", "r*phi2'", "2*r*phi2'"));
    EXPECT_EQ(uneven.verdict.text(), "partly integrable");
    EXPECT_TRUE(says(uneven, "2*s*psi + r*phi1 - 2*r*phi2 is constant")) << page(uneven);
    // A wheel that slips in proportion to the path: none.
    const Fact slipping = asked("integrability", from_gallery("two-wheels-on-axle", "r*phi2'", "x*phi2'"));
    EXPECT_EQ(slipping.verdict.text(), "nonholonomic") << page(slipping);
}

TEST(Integrability, FindsWhatHolonomicConstraintsInDisguiseKeepConstant) {
    const std::pair<const char*, const char*> cases[] = {
        {"constraint c: y*x' + 2*x*y' = 0", "x*y^2 is constant"},
        {"constraint c: sin(x)*x' + y*y' = 0", "is constant"},
        {"constraint c: z' = 2*x*x' + y'/y", "is constant"},
        {"constraint c: y' + b*y*x' = 0", "is constant"},
        {"constraint c: cos(x)*z' - z*sin(x)*x' + 0*y' = 0", "z*cos(x) is constant"},
        {"constraint c: x' = b*t*t", "is constant"},
    };
    for (const auto& [constraint, words] : cases) {
        const Fact fact = asked("integrability", model(particle(constraint)));
        EXPECT_EQ(fact.verdict.text(), "holonomic") << constraint;
        EXPECT_TRUE(says(fact, "in disguise") && says(fact, words)) << constraint << "\n" << page(fact);
    }
    // One term more, and it is nonholonomic.
    for (const char* constraint :
         {"constraint c: y*x' + 2*x*y' + x*z' = 0", "constraint c: y' + b*y*x' + x*z' = 0"})
        EXPECT_EQ(asked("integrability", model(particle(constraint))).verdict.text(), "nonholonomic")
            << constraint;
}

TEST(Integrability, TwoConstraintsMayBeIntegrableTogetherOnly) {
    // z' = y x' alone is nonholonomic; with y' = 0 both are holonomic.
    const Fact fact =
        asked("integrability", model(particle("constraint a: z' = y*x'\nconstraint c: y' = 0")));
    EXPECT_EQ(fact.verdict.text(), "holonomic") << page(fact);
    EXPECT_TRUE(says(fact, "z - x*y is constant")) << page(fact);
    EXPECT_EQ(asked("integrability", model(particle("constraint a: z' = y*x'"))).verdict.text(),
              "nonholonomic");
}

TEST(Integrability, TakesTimeIntoAccount) {
    EXPECT_EQ(asked("integrability", from_gallery("particle-on-moving-line")).verdict.text(), "nonholonomic");
    EXPECT_EQ(
        asked("integrability", from_gallery("particle-on-moving-line", "k*t*x'", "2*x'")).verdict.text(),
        "holonomic");
    EXPECT_EQ(asked("integrability", from_gallery("bilimovich-pendulum")).verdict.text(), "nonholonomic");
}

TEST(Integrability, OnALieAlgebraIsASubalgebra) {
    EXPECT_EQ(asked("integrability", from_gallery("suslov")).verdict.text(), "nonholonomic");
    const std::string plane =
        "model E { param m = 1, J = 2\n algebra e(2)\n inertia (m, m, J)\n constraint (";
    EXPECT_EQ(asked("integrability", model(plane + "0, 0, 1) }")).verdict.text(),
              "holonomic");  // translations
    EXPECT_EQ(asked("integrability", model(plane + "0, 1, 0) }")).verdict.text(), "nonholonomic");  // a blade
}

TEST(Integrability, KeepsToItsHypotheses) {
    const Fact nonlinear = asked("integrability", from_gallery("appell-hamel"));
    EXPECT_EQ(nonlinear.verdict.text(), "nonholonomic");
    EXPECT_TRUE(says(nonlinear, "the velocities that they allow at a position are not an affine space"));
    EXPECT_EQ(asked("integrability", from_gallery("spherical-pendulum")).verdict.text(), "holonomic");
    EXPECT_EQ(asked("integrability", from_gallery("free-top")).verdict.text(), "unconstrained");
    EXPECT_EQ(asked("integrability", from_gallery("trailer-5"), 0).verdict.text(), "not decided");
}

// Rubber rolling of equal spheres is a reflection: what the growth vector (2) proves, this fact says, too.
TEST(Integrability, SaysWhatTheGrowthVectorProves) {
    const System s = model(
        "model A { gravity 9.81 along (0, 0, -1); support dome sphere(0.5)\n"
        "body ball { mass 1; shape ball(0.5); surface sphere(0.5) }\n contact ball on dome rubber }");
    EXPECT_EQ(asked(s, "growth").verdict.text(), "(2)");
    EXPECT_EQ(asked(s, "integrability").verdict.text(), "holonomic") << all_lines(asked(s, "integrability"));
}

}  // namespace
}  // namespace anholon
