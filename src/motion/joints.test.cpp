#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "model/read_model.test.hpp"
#include "model/state/initial_state.hpp"
#include "motion/moved.test.hpp"

// Bodies on joints against the same systems written by hand.
namespace anholon {
namespace {

void expect_same(const Values& ours, const Values& by_hand, std::initializer_list<const char*> names) {
    for (const char* name : names) EXPECT_NEAR(ours.at(name), by_hand.at(name), 1e-12) << name;
}

// Rods in the plane y = 0; the distances are written out by hand.
TEST(Joints, DoublePendulumWithASpringADamperAndLoads) {
    const Values ours = at(model(R"(model A {
  param m = 1.2, n = 0.7, l = 1, k = 0.8, c = 3, r = 0.2, g = 9.81
  gravity g along (0, 0, -1)
  body a { mass m; shape rod(l) }
  body b { mass n; shape rod(k) }
  joint a at (0, 0, l/2) on space hinge phi along (0, 1, 0)
  joint b at (0, 0, k/2) on a at (0, 0, -l/2) hinge psi along (0, 1, 0)
  spring c between b at (0, 0, -k/2) and space at (1, 0, 0) length 0.5
  damper r between b and space at (0, 0.5, 0)
  force (0.3, 0, 0) on b at (0, 0, -k/2) follower
  torque (0, 0.1*cos(t), 0) on a
  init phi = 0.5, psi = 0.2
})"),
                           2);
    const Values by_hand = at(model(R"(model B {
  param m = 1.2, n = 0.7, l = 1, k = 0.8, c = 3, r = 0.2, g = 9.81
  coord phi, psi
  let x = -l*sin(phi) - k/2*sin(phi + psi), z = -l*cos(phi) - k/2*cos(phi + psi)
  let vx = -l*phi'*cos(phi) - k/2*(phi' + psi')*cos(phi + psi), vz = l*phi'*sin(phi) + k/2*(phi' + psi')*sin(phi + psi)
  let ex = -l*sin(phi) - k*sin(phi + psi), ez = -l*cos(phi) - k*cos(phi + psi)
  kinetic m*l^2/6*phi'^2 + n/2*(vx^2 + vz^2) + n*k^2/24*(phi' + psi')^2
  potential -m*g*l/2*cos(phi) + n*g*z + c/2*(sqrt((ex - 1)^2 + ez^2) - 0.5)^2
  dissipation r/2*(x*vx + z*vz)^2/(x^2 + 0.25 + z^2)
  force on phi: 0.1*cos(t) + 0.3*(-l*cos(psi) - k), psi: -0.3*k
  init phi = 0.5, psi = 0.2
})"),
                              2);
    expect_same(ours, by_hand, {"phi", "psi", "phi'", "psi'"});
}

// A slider that turns with its carrier feels Coriolis' force; the arm's turning is given.
TEST(Joints, ABeadOnAnArmThatTurnsByALaw) {
    const Values ours = at(model(R"(model A {
  param m = 1, W = 2
  body arm { mass m; shape rod(1) }
  body bead { mass m; shape ball(0.1) }
  joint arm on space hinge turn = W*t along (0, 0, 1)
  joint bead on arm slider s along (1, 0, 0)
  init s = 0.1
})"),
                           1);
    EXPECT_NEAR(ours.at("s"), 0.1 * std::cosh(2), 1e-13);
    EXPECT_NEAR(ours.at("bead_x"), ours.at("s") * std::cos(2), 1e-13);
    EXPECT_NEAR(ours.at("bead_vy"), 2 * ours.at("s") * std::cos(2) + 0.2 * std::sinh(2) * std::sin(2), 1e-12);
}

// On a ball joint at the origin a body moves as about a fixed point.
TEST(Joints, ABallJointIsAFixedPoint) {
    const std::string body = R"(
  param m = 1, g = 9.81, h = 0.3
  gravity g along (0, 0, -1)
  body top { mass m; inertia (0.11, 0.12, 0.1; 0.01, 0, 0))";
    const std::string init = "init q0 = cos(0.15), q1 = sin(0.15), q2' = 1, q3' = 9 }";
    const Values about = at(model("model A {" + body + "; pose about (0, 0, -h) }\n" + init), 1);
    const Values on_joint =
        at(model("model B {" + body + " }\njoint top at (0, 0, -h) on space ball\n" + init), 1);
    expect_same(on_joint, about, {"q0", "q1", "q2", "q3", "w1", "w2", "w3", "x", "z", "energy"});
}

// Two welded balls are a dumb-bell.
TEST(Joints, WeldedBodiesAreOne) {
    const Values ours = at(model(R"(model A {
  body a { mass 1; shape ball(0.1); pose planar }
  body b { mass 1; shape ball(0.1) }
  joint b on a at (1, 0, 0) weld
  init a_phi' = 2
})"),
                           3);
    // The mass centre, at a half from a, goes on straight; a circles about it.
    EXPECT_NEAR(ours.at("a_x"), 0.5 - 0.5 * std::cos(6), 1e-12);
    EXPECT_NEAR(ours.at("a_y"), 3. * 1 - 0.5 * std::sin(6), 1e-12);
}

// Four bars of which two are parallel stay so, whatever the form; the closing hinge demands two things, since all moves in a plane.
TEST(Joints, AParallelogramClosesItsLoop) {
    const System linkage = model(R"(model A {
  param g = 9.81
  gravity g along (0, 0, -1)
  body left { mass 1; shape rod(1) }
  body bar { mass 1; shape rod(1) along (1, 0, 0) }
  body right { mass 1; shape rod(1) }
  joint left at (0, 0, 0.5) on space hinge a along (0, 1, 0)
  joint bar at (-0.5, 0, 0) on left at (0, 0, -0.5) hinge b along (0, 1, 0)
  joint right at (0, 0, -0.5) on bar at (0.5, 0, 0) hinge c along (0, 1, 0)
  joint right at (0, 0, 0.5) on space at (1, 0, 0) hinge along (0, 1, 0)
  init a = 0.4, b = -0.4, c = 0.4
})");
    EXPECT_EQ(linkage.constraints.size(), 2u);
    const Values ours = at(linkage, 1);
    // One pendulum: rods with 1/3 and the bar with 1, weights at a half and at the end.
    const Values pendulum = at(model("model P { param g = 9.81; coord a; kinetic (2/3 + 1)/2*a'^2; potential "
                                     "-2*g*cos(a); init a = 0.4 }"),
                               1);
    EXPECT_NEAR(ours.at("a"), pendulum.at("a"), 1e-12);
    EXPECT_NEAR(ours.at("b"), -pendulum.at("a"), 1e-12);
}

// Turned by a right angle the moments change places; about another point Steiner's term is taken off.
TEST(Joints, InertiaTurnedAndAboutAPoint) {
    const auto spun = [](const std::string& inertia) {
        return at(model("model A { body b { mass 2; inertia " + inertia +
                        "; pose about (0, 0, 0) }\n init w1 = 1, w2 = 0.1, w3 = 0.2 }"),
                  2);
    };
    const Values plain = spun("(3, 2, 4)");
    expect_same(spun("(2, 3, 4) turned pi/2 about (0, 0, 1)"), plain, {"w1", "w2", "w3"});
    expect_same(spun("(3 + 2, 2 + 2, 4) at (0, 0, 1)"), plain, {"w1", "w2", "w3"});
}

// Angles and quaternions describe the same top; a wheel that spins on its carrier does not show its angle.
TEST(Joints, AnglesInPlaceOfAQuaternion) {
    const Values ours = at(model(R"(model A {
  param m = 1, g = 9.81, h = 0.3, A = 0.2, C = 0.1
  gravity g along (0, 0, -1)
  body top { mass m; inertia (A - m*h^2, A - m*h^2, C); pose about (0, 0, -h); angles psi about z, theta about x, phi about z }
  init theta = 0.3, phi' = 25
})"),
                           2);
    const Values by_quaternion = at(from_gallery("heavy-top-quaternion"), 2);
    EXPECT_NEAR(ours.at("gamma3"),
                1 - 2 * (std::pow(by_quaternion.at("q1"), 2) + std::pow(by_quaternion.at("q2"), 2)), 1e-12);
    EXPECT_NEAR(ours.at("w3"), by_quaternion.at("w3"), 1e-12);
    EXPECT_NEAR(ours.at("energy"), by_quaternion.at("energy"), 1e-10);
}

// Loops that close although they hold more conditions than velocities. The references were integrated in long double from the kinematics in
// closed form, as one Lagrange equation each.
TEST(RedundantLoops, AShaftInTwoBearingsTurns) {
    for (const char* axis : {"1, 0, 0", "1, 0.5, 0.3"}) {
        const System shaft = model(
            "model Shaft { body s { mass 1; inertia (0.02, 0.02, 0.02) }; joint s on space ball\njoint s at "
            "(" +
            std::string(axis) + ") on space at (" + axis + ") ball; init w1 = 1 }");
        EXPECT_EQ(shaft.redundant.size(), 1u) << axis;
        const Values end = at(shaft, 3);
        // One turn about the axis, whose part along axis 1 is 1.
        const double n1 = std::string(axis) == "1, 0, 0" ? 1 : 1 / std::sqrt(1 + 0.25 + 0.09);
        EXPECT_NEAR(end.at("w1"), std::string(axis) == "1, 0, 0" ? 1 : end.at("w2") * 2, 1e-11) << axis;
        EXPECT_NEAR(std::fabs(end.at("q0")), std::fabs(std::cos(end.at("w1") / n1 * 3 / 2)), 1e-11) << axis;
    }
}

TEST(RedundantLoops, AUniversalJointTurnsBothShafts) {
    const Values end = at(model(R"(model Hooke {
  param B = 0.5
  body s1 { mass 1; inertia (0.02, 0.05, 0.05) }
  body cross { mass 0.2; inertia (0.001, 0.0015, 0.002) turned B about (0, 0, 1) }
  body s2 { mass 1.5; inertia (0.03, 0.06, 0.06) turned B about (0, 0, 1) }
  joint s1 at (0.3, 0, 0) on space hinge a along (1, 0, 0)
  joint cross on s1 at (0.3, 0, 0) hinge b along (0, 0, 1)
  joint s2 at (-0.4*cos(B), -0.4*sin(B), 0) on cross hinge c along (-sin(B), cos(B), 0)
  joint s2 on space at (0.4*cos(B), 0.4*sin(B), 0) hinge along (cos(B), sin(B), 0)
  torque (0.1, 0, 0) on s1
  torque (-0.02*(s2_wx*cos(B) + s2_wy*sin(B))*cos(B), -0.02*(s2_wx*cos(B) + s2_wy*sin(B))*sin(B), 0) on s2
  init a' = 2
})"),
                          2);
    EXPECT_NEAR(end.at("a"), 5.599427098930424, 1e-12);
    EXPECT_NEAR(end.at("a'"), 3.5895843195890547, 1e-12);
}

const char* const bennett = R"(model Bennett {
  gravity 9.81 along (1, 2, -2)
  body a { mass 1; inertia (1/50, 1/40, 1/30) }
  body b { mass 3/2; inertia (3/100, 2/100, 4/100) }
  body c { mass 2; inertia (1/20, 1/25, 1/30) }
  joint a at (9/100, -3/25, 0) on space hinge t1 along (0, 0, 1)
  joint b at (1/725, 132/725, -12/145) on a at (-9/100, 3/25, 0) hinge t2 along (12/25, 9/25, 4/5)
  joint c at (63/580, -9/145, 12/145) on b at (-1/725, -132/725, 12/145) hinge t3 along (-12/29, 11/29, 24/29)
  joint c at (-63/580, 9/145, -12/145) on space at (-2/5, 0, 0) hinge along (0, 4/5, 3/5)
  torque 0.5 on hinge t1
  init t1' = 1.5
})";

// Whole turns aside.
TEST(RedundantLoops, BennettsLinkageMoves) {
    const Values end = at(model(bennett), 2);
    EXPECT_NEAR(end.at("t1"), -4.787140986159015, 1e-11);
    EXPECT_NEAR(end.at("t1'"), 2.2820803178103417, 1e-11);
    EXPECT_NEAR(std::remainder(end.at("t2") + 4.3220367349743185, 2 * std::acos(-1.0)), 0, 1e-11);
    EXPECT_NEAR(end.at("t3"), 4.787140986159015, 1e-11);
}

// With the last axis turned the loop is closed where it starts and nowhere else: three conditions are left for three angles.
TEST(RedundantLoops, ALoopThatHappensToCloseIsRigid) {
    const System rigid = model(changed(bennett, "along (0, 4/5, 3/5)", "along (0, 3/5, 4/5)"));
    EXPECT_EQ(rigid.constraints.size(), 3u);
    EXPECT_EQ(rigid.redundant.size(), 2u);
    EXPECT_FALSE(initial_state(rigid).state && !initial_state(rigid).state->is_changed());
}

}  // namespace
}  // namespace anholon
