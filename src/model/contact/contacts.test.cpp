#include <gtest/gtest.h>

#include "expr/print.hpp"
#include "model/read_model.test.hpp"

namespace anholon {
namespace {

using Names = std::vector<std::string>;

Names constraints_of(const System& system) {
    Names out;
    for (const Constraint& c : system.constraints) out.push_back(c.name);
    return out;
}

System ball_on(const std::string& statements) {
    return model("model A { param R = 3, r = 1\n body b { mass 1; shape ball(r) }\n" + statements + " }");
}

TEST(Contacts, ABallsCentreIsOnAParallelSurface) {
    const System inside = ball_on("support s sphere(R) inside at (0, 0, R); contact b on s rolling");
    EXPECT_EQ(constraints_of(inside), (Names{"unit", "touch", "along", "across"}));
    EXPECT_EQ(text(inside.constraints[1].residual), "((R - r)^2 - x^2 - y^2 - (R - z)^2)/(2*(R - r))");
    const System outside = ball_on("support s cylinder(R) along (0, 1, 0); contact b on s sliding");
    EXPECT_EQ(text(outside.constraints[1].residual), "(x^2 - (R + r)^2 + z^2)/(2*(R + r))");
    EXPECT_TRUE(outside.quasi.empty());
}

TEST(Contacts, PointsOfContactAreCoordinatesWhereTheyAreNotExplicit) {
    const System dish = ball_on("support s graph((x^2 + y^2)/8); contact b on s rubber");
    EXPECT_EQ(constraints_of(dish),
              (Names{"unit", "touch_x", "touch_y", "touch_z", "along", "across", "spin"}));
    EXPECT_EQ(text(dish.coordinates[7].symbol), "support_u");
    const System egg = model(
        "model A { ground plane z = 0; body b { mass 1; inertia (1, 1, 1)\n"
        "surface graph(x^2 + y^2*(1 + y)) at (0, 0, -1) }\n contact b on ground rolling }");
    EXPECT_EQ(constraints_of(egg), (Names{"unit", "slope_u", "slope_v", "height", "along", "across"}));
}

TEST(Contacts, SeveralContactsPutTheirSupportLast) {
    const System ball = ball_on(
        "ground plane z = 0; support wall cylinder(R) inside\n"
        "contact b on ground rolling; contact b on wall rolling");
    // The wall's row along its axis follows from the others.
    EXPECT_EQ(constraints_of(ball),
              (Names{"unit", "height_ground", "along_ground", "across_ground", "touch_wall", "across_wall"}));
    for (const auto& [name, value] : ball.lets) EXPECT_FALSE(name.starts_with("reaction")) << name;
}

TEST(Contacts, LinesThatLieOnAPlaneLeaveOneFreedom) {
    const auto lying = [](const std::string& surface) {
        return model("model A { ground plane z = 0; body b { mass 1; inertia (1, 1, 1); surface " + surface +
                     " }\n contact b on ground rolling }");
    };
    for (const std::string surface : {"cylinder(1) along (1, 0, 0)", "cone(0.3) at (0, 0, -1)"})
        EXPECT_EQ(constraints_of(lying(surface)),
                  (Names{"unit", "lies", "height", "along", "across", "spin"}))
            << surface;
}

const std::string ball = "body b { mass 1; shape ball(1) }\n", plane = "ground plane z = 0\n";

TEST(ContactErrors, Supports) {
    EXPECT_EQ(said_of(ball + plane + "support wall cylinder(2)\ncontact b on wal rolling"),
              R"(s.anh:5:14: error[contact-support-unknown]: no support is called 'wal'
 5 | contact b on wal rolling
   |              ^^^
   = help: did you mean 'wall'?
)");
    EXPECT_EQ(said_of(ball + "support s sphere(2)\nsupport s plane\nsupport ground plane"),
              R"(s.anh:4:9: error[name-duplicate]: two supports are called 's'
 4 | support s plane
   |         ^
   = note: the first one is here
 3 | support s sphere(2)
   |         ^

s.anh:5:9: error[name-reserved]: 'ground' cannot be the name of a support
 5 | support ground plane
   |         ^^^^^^
   = help: choose another name; to state the ground, write ground plane z = 0
)");
    EXPECT_EQ(said_of(ball + "support s tube(2)\nsupport c cone(2)\nsupport p cylinder"),
              R"(s.anh:3:11: error[surface-unknown]: no surface is called 'tube'
 3 | support s tube(2)
   |           ^^^^
   = help: the known ones are plane, sphere, cylinder, cone, graph, revolution, parametric

s.anh:4:16: error[angle-too-large]: the half angle of a cone must be less than a right angle
 4 | support c cone(2)
   |                ^

s.anh:5:11: error[tuple-length]: cylinder has 1 component here, not 0
 5 | support p cylinder
   |           ^^^^^^^^
)");
    EXPECT_EQ(
        said_of("coord s\n" + ball + "support s graph(x^2) turning 1\nground plane z = 0 turning s"),
        R"(s.anh:4:30: error[turning-without-axis]: a support can turn only about an axis of revolution, and a graph has none
 4 | support s graph(x^2) turning 1
   |                              ^
   = help: planes, spheres, cylinders, cones and surfaces of revolution have one

s.anh:5:28: error[support-not-of-time]: a support moves by a prescribed law, which cannot depend on 's'
 5 | ground plane z = 0 turning s
   |                            ^
   = help: use only t and parameters
)");
}

TEST(ContactErrors, SupportsOnBodies) {
    EXPECT_EQ(said_of(ball + "support s plane on c\nsupport t plane on b\ncontact b on t rolling"),
              R"(s.anh:3:20: error[contact-body-unknown]: no body is called 'c'
 3 | support s plane on c
   |                    ^
   = help: the known ones are b

s.anh:5:14: error[contact-with-itself]: this support is fixed to 'b' itself
 5 | contact b on t rolling
   |              ^
)");
}

TEST(ContactErrors, WhatCannotTouch) {
    EXPECT_EQ(said_of(ball + "support s sphere(1) inside\ncontact b on s rolling"),
              R"(s.anh:4:9: error[ball-too-large]: the ball is too large for the inside of 's'
 4 | contact b on s rolling
   |         ^
)");
    const auto body = [](const std::string& surface) {
        return "body b { mass 1; inertia (1, 1, 1); surface " + surface + " }\n";
    };
    EXPECT_EQ(said_of(body("base") + plane + "contact b on ground rolling"),
              R"(s.anh:4:14: error[base-on-plane]: a flat base on a plane touches everywhere and cannot roll
 4 | contact b on ground rolling
   |              ^^^^^^
   = help: a base can roll on a sphere; for a body that slides flat on a plane, write pose planar
)");
    EXPECT_EQ(
        said_of(body("base") + "support s sphere(2) inside\ncontact b on s rolling"),
        R"(s.anh:4:14: error[contact-inside-impossible]: a base touches the inside of a support only at its edge
 4 | contact b on s rolling
   |              ^
   = help: give the edge as surface rim(r)
)");
    EXPECT_EQ(said_of(body("cone(1)") + "support s cylinder(2)\ncontact b on s rolling"),
              R"(s.anh:4:14: error[contact-along-line]: a cone touches this support along a line or everywhere
 4 | contact b on s rolling
   |              ^
   = help: a contact must be a single point, except for a cylinder or a cone on a plane and a cylinder on a parallel cylinder
)");
    EXPECT_EQ(
        said_of(body("blade along (1, 0, 0)") + "support s sphere(2) inside\ncontact b on s skating"),
        R"(s.anh:4:14: error[blade-inside]: a straight blade touches the inside of a support only at its ends
 4 | contact b on s skating
   |              ^
   = help: a blade may lie on a plane, or touch a support from outside
)");
    EXPECT_EQ(said_of(body("blade along (1, 0, 0)") + plane + "contact b on ground rolling"),
              R"(s.anh:4:9: error[blade-rolls]: a blade cannot roll
 4 | contact b on ground rolling
   |         ^
   = help: write skating, or sliding
)");
    EXPECT_EQ(said_of(ball + plane + "contact b on ground skating"),
              R"(s.anh:4:9: error[skates-without-blade]: only a blade can skate
 4 | contact b on ground skating
   |         ^
   = help: write rolling, rubber or sliding, or give the body surface blade along (1, 0, 0)
)");
}

TEST(ContactErrors, TooManyContacts) {
    const std::string two = ball + plane + "support lid plane along (0, 0, -1) at (0, 0, 2)\n";
    EXPECT_EQ(said_of(two + "contact b on ground rolling\ncontact b on lid rolling"), "");
    EXPECT_EQ(
        said_of(two + "support side plane along (1, 0, 0)\ncontact b on ground rolling\n"
                      "contact b on lid rolling\ncontact b on side rolling"),
        R"(s.anh:8:14: error[contacts-overdetermine]: the contacts leave the body no motion at all: together they impose too many conditions
 8 | contact b on side rolling
   |              ^^^^
   = note: the first of them
 6 | contact b on ground rolling
   |              ^^^^^^
   = help: leave out a contact, or let one slide
)");
    EXPECT_EQ(said_of(ball + plane +
                      "support lid plane along (0, 0, -1) at (0, 0, 3)\n"
                      "contact b on ground rolling\ncontact b on lid rolling"),
              R"(s.anh:6:14: error[constraint-contradictory]: 'height_lid' contradicts 'height_ground'
 6 | contact b on lid rolling
   |              ^^^
   = note: together they require 1 = 0
 5 | contact b on ground rolling
   |              ^^^^^^
)");
}

}  // namespace
}  // namespace anholon
