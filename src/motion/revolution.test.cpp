#include <gtest/gtest.h>

#include <cmath>

#include "model/read_model.test.hpp"
#include "motion/moved.test.hpp"

// A body of revolution is described in axes that do not take part in its last turn. What is fixed to it off its axis does take part.
namespace anholon {
namespace {

constexpr const char* disc =
    "model A { body w { mass 1; shape disc(0.3) along (0, 1, 0) }\n"
    "joint w on space hinge a along (0, 1, 0)\n";

// J ä = M(a, ȧ), as a model by hand; J = ½ m r².
System pendulum(const std::string& statements) {
    return model("model A { param J = 0.045; coord a; kinetic J/2*a'^2\n" + statements + "}");
}

void expect_same_turn(const std::string& bodies, const std::string& by_hand, double t = 2) {
    const Values ours = at(model(disc + bodies + "}"), t), right = at(pendulum(by_hand), t);
    EXPECT_NEAR(ours.at("a"), right.at("a"), 1e-11) << bodies;
    EXPECT_NEAR(ours.at("a'"), right.at("a'"), 1e-10) << bodies;
}

TEST(BodyOfRevolution, ASpringTurnsIt) {
    const Values at_end =
        at(model(std::string(disc) +
                 "spring 10 between w at (0.3, 0, 0) and space at (1, 0, 0); init a = 0.5 }"),
           2);
    EXPECT_NEAR(at_end.at("a"), -0.46699564, 1e-8);
    expect_same_turn("spring 10 between w at (0.3, 0, 0) and space at (1, 0, 0); init a = 0.5",
                     "potential -3*cos(a); init a = 0.5");
}

// The distance d of the points has d² = 1.09 − 0.6 cos a, so that ḋ = 0.3 sin a ȧ/d.
TEST(BodyOfRevolution, ADamperSlowsIt) {
    expect_same_turn("damper 2 between w at (0.3, 0, 0) and space at (1, 0, 0); init a = 0.5, a' = 3",
                     "force on a: -2*(0.3*sin(a))^2*a'/(1.09 - 0.6*cos(a)); init a = 0.5, a' = 3");
}

TEST(BodyOfRevolution, AForceAtAPointHasItsArm) {
    expect_same_turn("force (0, 0, -1) on w at (0.2, 0, 0); init a = 0.5",
                     "force on a: 0.2*cos(a); init a = 0.5");
}

// The force is fixed to the disc, and so are its point and its arm.
TEST(BodyOfRevolution, AFollowerFollows) {
    expect_same_turn("force (0.5, 0, -1) on w at (0.2, 0, 0) follower; init a = 0.5",
                     "force on a: 0.2; init a = 0.5");
    const Values free =
        at(model("model A { body w { mass 1; shape disc(0.3) along (0, 1, 0); angles a about y }\n"
                 "force (1, 0, 0) on w follower; init a' = 1 }"),
           2);
    EXPECT_NEAR(free.at("x'"), std::sin(2), 1e-12);  // a = t
    EXPECT_NEAR(free.at("z'"), std::cos(2) - 1, 1e-12);
}

// A ball rolls on a plane that a drum carries off its axis; beside it the same drum with a moment that spoils its symmetry by nothing.
TEST(BodyOfRevolution, ASupportTurnsWithIt) {
    const auto with = [](const std::string& drum) {
        return at(
            model("model A { gravity 9.81 along (0, 0, -1); body drum { mass 2; inertia (0.3, 0.4, 0.3)" +
                  drum +
                  " }\nbody ball { mass 0.1; shape ball(0.1) }\n"
                  "joint drum on space hinge a along (0, 1, 0); support top plane on drum at (0.1, 0, 0.3)\n"
                  "contact ball on top rolling; init a = 0.2, ball_x = 0.1, ball_y = 0.05 }"),
            0.2);
    };
    // A blade is no surface of revolution.
    const Values ours = with(""), right = with("; surface blade along (1, 0, 0)");
    EXPECT_NEAR(ours.at("a"), right.at("a"), 1e-11);
    EXPECT_NEAR(ours.at("ball_x"), right.at("ball_x"), 1e-11);
    EXPECT_GT(std::abs(right.at("a") - 0.2), 0.001);
}

constexpr const char* hoop = R"(model A {
  ground plane z = 0
  gravity 9.81 along (0, 0, -1)
  body hoop { mass 2; shape hoop(0.3) along (0, 1, 0)ANGLES }
  body weight { mass 1; inertia (0.01, 0.02, 0.03) }
  joint weight on hoop at (0.2, 0, 0) JOINT
  contact hoop on ground rolling
  init START
})";

TEST(BodyOfRevolution, AWeldedBodyTurnsWithIt) {
    const std::string welded = changed(hoop, "JOINT", "weld");
    const std::string angles = "; angles yaw about z, lean about x, spin about y";
    const Values by_angles = at(model(changed(changed(welded, "ANGLES", angles), "START", "spin' = 5")), 1);
    const Values by_quaternion =
        at(model(changed(changed(welded, "ANGLES", ""), "START", "hoop_q0 = 1, hoop_q2' = 2.5")), 1);
    EXPECT_NEAR(by_angles.at("hoop_x"), 1.51586748, 1e-8);
    EXPECT_NEAR(by_quaternion.at("hoop_x"), by_angles.at("hoop_x"), 1e-10);
}

TEST(BodyOfRevolution, AHingedBodyTurnsWithIt) {
    const std::string hinged = changed(hoop, "JOINT", "hinge b along (1, 0, 0)");
    const std::string angles = "; angles yaw about z, lean about x, spin about y";
    const Values by_angles =
        at(model(changed(changed(hinged, "ANGLES", angles), "START", "spin' = 5, b' = 2")), 0.5);
    const Values by_quaternion = at(
        model(changed(changed(hinged, "ANGLES", ""), "START", "hoop_q0 = 1, hoop_q2' = 2.5, b' = 2")), 0.5);
    for (const char* name : {"hoop_x", "hoop_y", "b", "weight_z"})
        EXPECT_NEAR(by_angles.at(name), by_quaternion.at(name), 1e-10) << name;
}

TEST(BodyOfRevolution, APointOffTheAxisIsFixed) {
    const auto with = [](const std::string& angles, const std::string& start) {
        return at(model("model A { gravity 9.81 along (0, 0, -1)\n"
                        "body top { mass 1; inertia (0.2, 0.2, 0.1); pose about (0.1, 0, -0.5)" +
                        angles + " }\ninit " + start + "}"),
                  1);
    };
    const Values by_angles =
        with("; angles psi about z, theta about x, phi about z", "theta = 0.4, phi' = 3");
    const Values by_quaternion =
        with("", "q0 = cos(0.2), q1 = sin(0.2), q2 = 0, q3 = 0, w1 = 0, w2 = 0, w3 = 3");
    for (const char* name : {"x", "y", "z", "w1", "w2", "w3", "gamma1", "gamma2", "gamma3"})
        EXPECT_NEAR(by_angles.at(name), by_quaternion.at(name), 1e-10) << name;
}

// w, γ and the point of contact are told in axes of the body, as by a quaternion.
TEST(BodyOfRevolution, AnglesTellItsVelocitiesInItsAxes) {
    const auto with = [](const std::string& angles, const std::string& start) {
        return at(model("model A { ground plane z = 0; gravity 9.81 along (0, 0, -1)\n"
                        "body disc { mass 1; shape disc(0.5) along (0, 1, 0)" +
                        angles + " }\ncontact disc on ground rolling; init " + start + "}"),
                  0.7);
    };
    const Values by_angles = with("; angles yaw about z, lean about x, spin about y",
                                  "lean = 0.2, yaw' = 0, lean' = 0, spin' = 6");
    const Values by_quaternion =
        with("", "q0 = cos(0.1), q1 = sin(0.1), q2 = 0, q3 = 0, w1 = 0, w2 = 6, w3 = 0");
    for (const char* name :
         {"x", "y", "z", "w1", "w2", "w3", "gamma1", "gamma2", "gamma3", "contact1", "contact3"})
        EXPECT_NEAR(by_angles.at(name), by_quaternion.at(name), 1e-10) << name;
}

}  // namespace
}  // namespace anholon
