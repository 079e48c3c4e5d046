#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "model/read_model.test.hpp"
#include "motion/moved.test.hpp"

// Bodies and contacts against the same systems written by hand, and against published numbers.
namespace anholon {
namespace {

void expect_same(const Values& body, const Values& by_hand, const std::map<std::string, std::string>& names) {
    for (const auto& [ours, theirs] : names) EXPECT_NEAR(body.at(ours), by_hand.at(theirs), 1e-12) << ours;
}

TEST(BodyTwins, RollingBall) {
    const System body = model(R"(model A {
  param m = 1, a = 0.2, g = 9.81
  ground plane z = 0
  gravity g along (0, 0, -1)
  body ball { mass m; shape ball(a) }
  contact ball on ground rolling
  init w1 = 0.3, w2 = 1, w3 = 2
})");
    const Values ours = at(body, 5);
    expect_same(ours, at(from_gallery("rolling-ball"), 5),
                {{"q0", "q0"},
                 {"q1", "q1"},
                 {"q2", "q2"},
                 {"q3", "q3"},
                 {"x", "x"},
                 {"y", "y"},
                 {"contact_x", "x"},
                 {"wx", "wx"},
                 {"lambda_along", "lambda_along"}});
    EXPECT_NEAR(ours.at("lambda_height"), 9.81, 1e-12);  // the plane carries the weight
}

TEST(BodyTwins, ChaplyginsBall) {
    std::string text(find_in_gallery("chaplygin-ball")->text);
    const std::size_t init = text.find("  init "), end = text.find("\n\n", init);
    const System body = model(R"(model A {
  param m = 1.3, a = 0.8, I1 = 1, I2 = 2, I3 = 2.5
  ground plane z = 0
  body ball { mass m; inertia (I1, I2, I3); surface sphere(a) }
  contact ball on ground rolling
)" + text.substr(init, end - init) +
                              "}");
    expect_same(at(body, 5), at(from_gallery("chaplygin-ball"), 5),
                {{"q0", "q0"},
                 {"q1", "q1"},
                 {"q2", "q2"},
                 {"q3", "q3"},
                 {"x", "x"},
                 {"y", "y"},
                 {"w1", "w1"},
                 {"w2", "w2"},
                 {"w3", "w3"},
                 {"energy", "energy"}});
}

TEST(BodyTwins, RubberBall) {
    const System body = model(R"(model A {
  param m = 1.3, a = 0.8, I1 = 1, I2 = 2, I3 = 2.5
  ground plane z = 0
  body ball { mass m; inertia (I1, I2, I3); surface sphere(a) }
  contact ball on ground rubber
  init wx = 1, wy = -0.6
})");
    expect_same(at(body, 5), at(from_gallery("rubber-ball"), 5),
                {{"q0", "q0"}, {"q3", "q3"}, {"x", "x"}, {"y", "y"}, {"wx", "wx"}, {"wy", "wy"}});
}

// The disc by hand is written in Euler's angles: axis 3 is turned about x first.
TEST(BodyTwins, RollingDisc) {
    const System body = model(R"(model A {
  param m = 1, R = 1, g = 9.81
  ground plane z = 0
  gravity g along (0, 0, -1)
  body disc { mass m; shape disc(R) }
  contact disc on ground rolling
  init q0 = cos(pi/6), q1 = sin(pi/6), y = R*cos(pi/3), w1 = 0, w2 = 3*sin(pi/3), w3 = -1
})");
    Values by_hand = at(from_gallery("rolling-disc"), 3);
    by_hand["cos theta"] = std::cos(by_hand.at("theta"));
    expect_same(at(body, 3), by_hand,
                {{"w3", "w"},
                 {"gamma3", "cos theta"},
                 {"contact_x", "x"},
                 {"contact_y", "y"},
                 {"z", "zc"},
                 {"energy", "energy"}});
}

TEST(BodyTwins, RollingHoop) {
    const System body = model(R"(model A {
  param m = 1, R = 0.5, g = 9.81
  ground plane z = 0
  gravity g along (0, 0, -1)
  body hoop { mass m; shape hoop(R) }
  contact hoop on ground rolling
  init q0 = cos(pi/4 - 0.05), q1 = sin(pi/4 - 0.05), y = R*sin(0.1), w1 = 0, w2 = 0.1*cos(0.1), w3 = -6
})");
    Values by_hand = at(from_gallery("rolling-hoop"), 3);
    by_hand["cos theta"] = std::cos(by_hand.at("theta"));
    expect_same(at(body, 3), by_hand,
                {{"w3", "w"},
                 {"gamma3", "cos theta"},
                 {"contact_x", "x"},
                 {"contact_y", "y"},
                 {"z", "zc"},
                 {"energy", "energy"}});
}

TEST(BodyTwins, HeavyTop) {
    const System body = model(R"(model A {
  param m = 1, g = 9.81, h = 0.3, A = 0.2, C = 0.1
  gravity g along (0, 0, -1)
  body top { mass m; inertia (A - m*h^2, A - m*h^2, C); pose about (0, 0, -h) }
  init q0 = cos(0.15), q1 = sin(0.15), w1 = 0, w2 = 0, w3 = 25
})");
    expect_same(at(body, 2), at(from_gallery("heavy-top-quaternion"), 2),
                {{"q0", "q0"}, {"q1", "q1"}, {"q2", "q2"}, {"q3", "q3"}, {"w1", "w1"}, {"w3", "w3"}});
}

// A sphere is an ellipsoid with equal half axes, and a mass centre off its middle is seen the same way.
TEST(BodyTwins, SphereAndEllipsoid) {
    const auto ball = [](const std::string& surface) {
        return model(
            "model A { param m = 1, g = 9.81, r = 0.5, h = 0.1\n ground plane z = 0\n"
            "gravity g along (0, 0.1, -1)\n"
            "body b { mass m; inertia (0.1, 0.12, 0.15); surface " +
            surface + " at (h, 0, -h) }\ncontact b on ground rolling\ninit w1 = 1, w2 = -2, w3 = 3 }");
    };
    const Values sphere = at(ball("sphere(r)"), 2), ellipsoid = at(ball("ellipsoid(r, r, r)"), 2);
    for (const auto& [name, value] : sphere)
        if (!name.starts_with("lambda_unit")) EXPECT_NEAR(value, ellipsoid.at(name), 1e-11) << name;
}

// Of a smooth plane only the weight remains: the mass centre keeps its horizontal velocity.
TEST(Bodies, WhatSlidesKeepsItsHorizontalMomentum) {
    const System egg = model(R"(model A {
  ground plane z = 0
  gravity 9.81 along (0, 0, -1)
  body egg { mass 1; shape ellipsoid(0.3, 0.3, 0.5) }
  contact egg on ground sliding
  init q0 = cos(0.3), q1 = sin(0.3), w1 = 0, w2 = 0, w3 = 8, vx = 0.25, vy = -0.5
})");
    const Values v = at(egg, 2);
    EXPECT_NEAR(v.at("vx"), 0.25, 1e-14);
    EXPECT_NEAR(v.at("y"), -1, 1e-13);
    EXPECT_NEAR(v.at("energy"), at(egg, 1).at("energy"), 1e-12);
}

// Kane and Levinson's stone: its spin vanishes first at t = 2.352730997.
TEST(Rattleback, TurnsBack) {
    const System stone = from_gallery("rattleback");
    SimulationOptions options;
    options.until = 5;
    options.make = tiered;
    options.events.push_back({"w3", stone.quasi[2].symbol, 1, true});
    const SimulationResult result = Simulation(stone, std::move(options)).run();
    EXPECT_EQ(result.end, SimulationResult::End::event);
    EXPECT_NEAR(result.t, 2.352730997, 1e-9);
    for (const Drift& d : result.drifts) EXPECT_LT(d.relative, 1e-12) << d.name;
}

}  // namespace
}  // namespace anholon
