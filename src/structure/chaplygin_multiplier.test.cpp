#include "structure/chaplygin_multiplier.hpp"

#include <gtest/gtest.h>

#include "structure/asked.test.hpp"

namespace anholon {
namespace {

constexpr const char* question = "chaplygin-multiplier";

TEST(ChaplyginMultiplier, OfTheParticle) {
    const Fact fact = asked("nonholonomic-particle", question);
    EXPECT_EQ(fact.verdict, "multiplier");
    EXPECT_TRUE(says(fact, "the reducing multiplier 1/sqrt(b^2*y^2 + 1)")) << all_lines(fact);
    EXPECT_TRUE(says(fact, "Hamilton's with H = (b^2*y^2*P_y^2 + P_x^2 + P_y^2)/(2*m)")) << all_lines(fact);
    EXPECT_TRUE(fact.proof.ends_with("by deriving the equations back")) << fact.proof;
    // With a potential of the coordinates that stay it is the same, with one of the other it is no Chaplygin system.
    const auto with_potential = [&](const char* V) {
        return asked(
            "nonholonomic-particle", question,
            {{"b = 1", "k = 1, b = 1"}, {"constraint slope", std::string(V) + "\n  constraint slope"}});
    };
    const Fact pulled = with_potential("potential k*x*y");
    EXPECT_EQ(pulled.verdict, "multiplier");
    EXPECT_TRUE(says(pulled, "the reducing multiplier 1/sqrt(b^2*y^2 + 1)")) << all_lines(pulled);
    const Fact falling = with_potential("potential k*z");
    EXPECT_EQ(falling.verdict, "not Chaplygin's");
    EXPECT_TRUE(says(falling, "the Lagrangian contains 'z'")) << all_lines(falling);
}

TEST(ChaplyginMultiplier, IsReal) {
    const Fact fact = asked(
        changed_model("model S { param m = 1, c = 2\n coord x, y, z\n kinetic m/2*(x'^2 + y'^2 + z'^2)\n"
                      " constraint s: z' = sin(c*y)*x'\n}",
                      {}),
        question);
    EXPECT_TRUE(says(fact, "the reducing multiplier 1/sqrt(2 - cos(c*y)^2)")) << all_lines(fact);
}

TEST(ChaplyginMultiplier, OfTheSleighIsThereIfTheMassCentreIsOnTheBlade) {
    EXPECT_EQ(asked("chaplygin-sleigh", question).verdict, "none");
    const Fact balanced = asked("chaplygin-sleigh", question, {{"a = 0.3", "a = 0"}});
    EXPECT_EQ(balanced.verdict, "multiplier") << all_lines(balanced);
    EXPECT_TRUE(says(balanced, "the reducing multiplier cos(theta), for the stated values of the parameters"))
        << all_lines(balanced);
    EXPECT_TRUE(says(asked("chaplygin-sleigh-incline", question), "the reducing multiplier cos(phi)"));
}

TEST(ChaplyginMultiplier, IsOneWhereTheConstraintsMayBeSubstituted) {
    EXPECT_EQ(asked("vertical-rolling-disc", question).verdict, "Lagrange's already");
    EXPECT_EQ(asked("two-wheels-on-axle", question).verdict, "Lagrange's already");
    // An offset along the axle's direction brings terms of nonholonomicity that no change of time removes.
    const Fact offset = asked("vertical-rolling-disc", question,
                              {{"J/2*psi'^2", "J/2*psi'^2 + m*R/5*psi'*(y'*cos(psi) - x'*sin(psi))"}});
    EXPECT_NE(offset.verdict, "Lagrange's already") << all_lines(offset);
}

TEST(ChaplyginMultiplier, ThreeDegreesOfFreedomNeedMoreThanAMeasure) {
    const Fact disc = asked("rolling-disc", question);
    EXPECT_EQ(disc.verdict, "none");
    EXPECT_TRUE(says(disc, "would be N^2")) << all_lines(disc);
}

TEST(ChaplyginMultiplier, SaysWhatIsOutsideItsHypotheses) {
    EXPECT_EQ(asked("blackall", question).verdict, "not Chaplygin's");
    EXPECT_EQ(asked("chaplygin-ball", question).verdict, "not Chaplygin's");
    EXPECT_EQ(asked("suslov", question).verdict, "not Chaplygin's");
    EXPECT_TRUE(says(asked("appell-hamel", question), "not decided: constraints are nonlinear"));
    EXPECT_TRUE(says(asked("bilimovich-pendulum", question), "not decided: the system depends on time"));
}

}  // namespace
}  // namespace anholon
