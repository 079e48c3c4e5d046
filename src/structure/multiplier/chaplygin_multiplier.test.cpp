#include "structure/multiplier/chaplygin_multiplier.hpp"

#include <gtest/gtest.h>

#include "structure/evidence/asked.test.hpp"

namespace anholon {
namespace {

constexpr const char* question = "chaplygin-multiplier";

TEST(ChaplyginMultiplier, OfTheParticle) {
    const Fact fact = asked("nonholonomic-particle", question);
    EXPECT_EQ(fact.verdict.text(), "multiplier");
    EXPECT_TRUE(says(fact, "the reducing multiplier 1/sqrt(b^2*y^2 + 1)")) << all_lines(fact);
    EXPECT_TRUE(says(fact, "Hamilton's with H = (b^2*y^2*P_y^2 + P_x^2 + P_y^2)/(2*m)")) << all_lines(fact);
    EXPECT_TRUE(text(fact.proof).starts_with("equations of motion recovered")) << text(fact.proof);
    // With a potential of the coordinates that stay it is the same, with one of the other it is no Chaplygin system.
    const auto with_potential = [&](const char* V) {
        return asked(
            "nonholonomic-particle", question,
            {{"b = 1", "k = 1, b = 1"}, {"constraint slope", std::string(V) + "\n  constraint slope"}});
    };
    const Fact pulled = with_potential("potential k*x*y");
    EXPECT_EQ(pulled.verdict.text(), "multiplier");
    EXPECT_TRUE(says(pulled, "the reducing multiplier 1/sqrt(b^2*y^2 + 1)")) << all_lines(pulled);
    const Fact falling = with_potential("potential k*z");
    // It is one in y and z, where that determines x' = z'/(b y): Chaplygin's theorem again.
    EXPECT_EQ(falling.verdict.text(), "multiplier");
    EXPECT_TRUE(says(falling, "the reducing multiplier 1/sqrt(m/(b^2*y^2) + m)")) << all_lines(falling);
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
    EXPECT_EQ(asked("chaplygin-sleigh", question).verdict.text(), "none");
    const Fact balanced = asked("chaplygin-sleigh", question, {{"a = 0.3", "a = 0"}});
    EXPECT_EQ(balanced.verdict.text(), "multiplier") << all_lines(balanced);
    EXPECT_TRUE(says(balanced, "the reducing multiplier cos(theta), for the stated values of the parameters"))
        << all_lines(balanced);
    EXPECT_TRUE(says(asked("chaplygin-sleigh-incline", question), "the reducing multiplier cos(phi)"));
}

TEST(ChaplyginMultiplier, IsOneWhereTheConstraintsMayBeSubstituted) {
    EXPECT_EQ(asked("vertical-rolling-disc", question).verdict.text(), "Lagrange's already");
    EXPECT_EQ(asked("two-wheels-on-axle", question).verdict.text(), "Lagrange's already");
    // An offset along the axle's direction brings terms of nonholonomicity that no change of time removes.
    const Fact offset = asked("vertical-rolling-disc", question,
                              {{"J/2*psi'^2", "J/2*psi'^2 + m*R/5*psi'*(y'*cos(psi) - x'*sin(psi))"}});
    EXPECT_NE(offset.verdict.text(), "Lagrange's already") << all_lines(offset);
}

TEST(ChaplyginMultiplier, ThreeDegreesOfFreedomNeedMoreThanAMeasure) {
    const Fact disc = asked("rolling-disc", question);
    EXPECT_EQ(disc.verdict.text(), "none");
    EXPECT_TRUE(says(disc, "would be N^2")) << all_lines(disc);
    // What its symmetries leave is Hamiltonian in the same time.
    EXPECT_TRUE(says(disc, "reduced by its symmetries, the system is Hamiltonian as it is"))
        << all_lines(disc);
    EXPECT_TRUE(says(disc, "{p_n, p_w} = -m*R^2*u")) << all_lines(disc);
}

// Borisov and Mamaev 2001: N = 1/√(1 − D(γ, J⁻¹γ)) up to a constant, and {M_i, M_j} = −ε_ijk (M_k − D(ω, γ)γ_k).
TEST(ChaplyginMultiplier, OfChaplyginsBall) {
    const Fact fact = asked("chaplygin-ball", question);
    EXPECT_EQ(fact.verdict.text(), "multiplier");
    EXPECT_TRUE(says(fact,
                     "the reducing multiplier 1/sqrt(I1*(I2 + m*a^2)*(I3 + m*a^2)*g1^2 + "
                     "I2*(I1 + m*a^2)*(I3 + m*a^2)*g2^2 + I3*(I1 + m*a^2)*(I2 + m*a^2)*g3^2)"))
        << all_lines(fact);
    EXPECT_TRUE(says(fact, "H = w1*p_w1/2 + w2*p_w2/2 + w3*p_w3/2")) << all_lines(fact);
    EXPECT_TRUE(says(fact, "{g1, p_w2} = -g3")) << all_lines(fact);
    EXPECT_TRUE(says(fact, "{p_w1, p_w2} = m*a^2*w1*g1*g3 + m*a^2*w2*g2*g3 + m*a^2*w3*g3^2 - p_w3"))
        << all_lines(fact);
    EXPECT_TRUE(text(fact.proof).starts_with("Jacobi's identity and equations of motion recovered"))
        << text(fact.proof);
}

TEST(ChaplyginMultiplier, OfABallFollowsItsInertiaAndItsRolling) {
    // With a product of inertia it is 1/√(1 − D(γ, J⁻¹γ)) of that inertia; det J (1 − D(γ, J⁻¹γ)) is written.
    const Fact turned =
        asked("chaplygin-ball", question,
              {{"I3 = 2.5 [kg m^2] in 0.1..10", "I3 = 2.5 [kg m^2] in 0.1..10, k = 0.1 [kg m^2]"},
               {"I3*o3^2)/2", "I3*o3^2)/2 + k*o1*o2"},
               {"expect integral K1*w1 + K2*w2 + K3*w3\n", "\n"},
               {"expect integral K1^2 + K2^2 + K3^2\n", "\n"},
               {"expect integral K1*g1 + K2*g2 + K3*g3\n", "\n"}});
    EXPECT_EQ(turned.verdict.text(), "multiplier") << all_lines(turned);
    EXPECT_TRUE(says(turned, "2*m*a^2*k*(I3 + m*a^2)*g1*g2")) << all_lines(turned);
    // It does not roll: a free top.
    const Fact fixed = asked("chaplygin-ball", question, {{"x' = a*oy", "x' = 0"}, {"y' = -a*ox", "y' = 0"}});
    EXPECT_EQ(fixed.verdict.text(), "Hamiltonian already") << all_lines(fixed);
    // It slips along the one axis of the plane in a fixed ratio.
    const Fact slipping = asked("chaplygin-ball", question, {{"x' = a*oy", "x' = 2*a*oy"}});
    EXPECT_EQ(slipping.verdict.text(), "none by these symmetries") << all_lines(slipping);
}

TEST(ChaplyginMultiplier, OfABodyThatRollsNeedsTheMassCentreInTheMiddle) {
    const std::string ball = R"(model A {
  param m = 1.3, a = 0.8, I1 = 1, I2 = 2, I3 = 2.5, h = 0.1, g = 9.81
  ground plane z = 0
  gravity g along (0, 0, -1)
  body ball { mass m; inertia (I1, I2, I3); surface sphere(a) }
  contact ball on ground rolling
})";
    const Fact balanced = asked(model(ball), question);
    EXPECT_EQ(balanced.verdict.text(), "multiplier") << all_lines(balanced);
    EXPECT_TRUE(says(balanced, "I1*(I2 + m*a^2)*(I3 + m*a^2)*gamma1^2")) << all_lines(balanced);
    const Fact offset = asked(changed_model(ball, {{"sphere(a)", "sphere(a) at (0, 0, h)"}}), question);
    EXPECT_EQ(offset.verdict.text(), "none by these symmetries") << all_lines(offset);
    EXPECT_EQ(asked("rattleback", question).verdict.text(), "none by these symmetries");
}

// Ehlers and Koiller 2007: N = 1/√(γ, J⁻¹γ) up to a constant, J = I + ma².
TEST(ChaplyginMultiplier, OfTheRubberBall) {
    const Fact fact = asked("rubber-ball", question);
    EXPECT_EQ(fact.verdict.text(), "multiplier");
    EXPECT_TRUE(says(fact,
                     "the reducing multiplier 1/sqrt((I1 + m*a^2)*(I2 + m*a^2)*g3^2 + "
                     "(I1 + m*a^2)*(I3 + m*a^2)*g2^2 + (I2 + m*a^2)*(I3 + m*a^2)*g1^2)"))
        << all_lines(fact);
}

TEST(ChaplyginMultiplier, SaysWhatIsOutsideItsHypotheses) {
    // With x' eliminated it is Chaplygin's, in y and z.
    const Fact blackall = asked("blackall", question);
    EXPECT_TRUE(
        says(blackall, "without a reducing multiplier N(y, z): a multiplier would give an invariant measure"))
        << all_lines(blackall);
    const Fact suslov = asked("suslov", question);
    EXPECT_EQ(suslov.verdict.text(), "not Chaplygin's");
    EXPECT_TRUE(says(suslov, "reduction by the symmetries leaves no configuration")) << all_lines(suslov);
    EXPECT_TRUE(says(asked("appell-hamel", question), "does not apply: constraints are nonlinear"));
    EXPECT_TRUE(says(asked("bilimovich-pendulum", question), "does not apply: the system depends on time"));
}

// N depends on the velocities that are eliminated, not on the order of the coordinates.
TEST(ChaplyginMultiplier, DoesNotDependOnTheOrderOfCoordinates) {
    for (const char* order : {"phi, psi, x, y", "x, y, phi, psi", "psi, y, phi, x"}) {
        const System disc = model("model D { coord " + std::string(order) +
                                  "; kinetic (x'^2 + y'^2 + psi'^2/4)/2 + phi'^2/4\n"
                                  "constraint x' = phi'*cos(psi); constraint y' = phi'*sin(psi) }");
        const Fact fact = asked(disc, question);
        EXPECT_EQ(fact.verdict.text(), "Lagrange's already") << order << all_lines(fact);
        EXPECT_TRUE(says(fact, "x' and y' are eliminated")) << order << all_lines(fact);
        EXPECT_TRUE(says(fact, "with phi' and y' eliminated instead, the equations are not Lagrange's"))
            << order << all_lines(fact);
    }
    for (const char* order : {"x, y, theta", "theta, y, x", "y, theta, x"}) {
        const System sleigh = model("model S { coord " + std::string(order) +
                                    "; kinetic (x'^2 + y'^2 + theta'^2)/2; constraint x'*sin(theta) = "
                                    "y'*cos(theta) }");
        EXPECT_TRUE(says(asked(sleigh, question), "the reducing multiplier cos(theta)")) << order;
    }
}

// The disc turns about its own axis: by angles that is a translation, by quaternions it turns the axes of w1 and w2.
TEST(ChaplyginMultiplier, SaysWhichSymmetriesWereUsed) {
    const std::string disc =
        "model D { param m = 1, R = 0.3; gravity 9.81 along (0, 0, -1); ground plane z = 0\n"
        "body disc { mass m; shape disc(R); surface rim(R) ANGLES }\n contact disc on ground rolling\n"
        "init START }";
    const Fact by_angles = asked(
        changed_model(
            disc, {{"ANGLES", "; angles psi about z, theta about x, phi about z"}, {"START", "theta = 1.2"}}),
        question);
    EXPECT_EQ(by_angles.verdict.text(), "Hamiltonian already") << all_lines(by_angles);
    EXPECT_TRUE(says(by_angles, "reduction by the 4 symmetries that preserve L leaves 1 dimension"))
        << all_lines(by_angles);
    EXPECT_TRUE(says(by_angles, "without reduction no multiplier was sought: the Lagrangian contains 'z'"));
    const Fact by_quaternion =
        asked(changed_model(disc, {{"ANGLES", ""}, {"START", "q0 = cos(0.6), q1 = sin(0.6)"}}), question);
    EXPECT_EQ(by_quaternion.verdict.text(), "none by these symmetries") << all_lines(by_quaternion);
    EXPECT_TRUE(
        says(by_quaternion, "reduction by 3 of the 4 symmetries that preserve L leaves 2 dimensions"));
    EXPECT_TRUE(says(by_quaternion, "xi_x = -y, xi_y = x; xi_x = 1; xi_y = 1")) << all_lines(by_quaternion);
    EXPECT_TRUE(says(by_quaternion, "the remaining symmetry changes the momenta of the quasi-velocities"));
    // Before reduction the multiplier would be a function of all coordinates that remain.
    EXPECT_TRUE(says(asked("rolling-disc", question), "without a reducing multiplier N(phi, theta, psi): "));
}

}  // namespace
}  // namespace anholon
