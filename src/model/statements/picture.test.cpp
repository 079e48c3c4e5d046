// What a picture means, and every mistake one can make in it.

#include <gtest/gtest.h>

#include <algorithm>

#include "expr/print.hpp"
#include "expr/zero.hpp"
#include "model/read_model.test.hpp"

namespace anholon {
namespace {

using Kind = PictureItem::Kind;
using Role = PictureItem::Role;
using View = Staging::View;

System drawn(const std::string& items) {
    return model(R"(model A {
param a = 0.3, R = 2
coord x, y, theta, q0, q1, q2, q3
kinetic x'^2 + y'^2 + theta'^2 + q0'^2 + q1'^2 + q2'^2 + q3'^2
constraint blade: cos(theta)*y' - sin(theta)*x' = 0
let u = x' + y'
picture {
)" + items + "\n}\n}\n");
}

std::string shown(const Vector3& v) { return text(v[0]) + ", " + text(v[1]) + ", " + text(v[2]); }

bool are_equal(const Vector3& a, const Vector3& b) {
    return vanishes(a[0] - b[0]) && vanishes(a[1] - b[1]) && vanishes(a[2] - b[2]);
}

TEST(Picture, PlacesInAxesOfOneAnother) {
    const System s = drawn(R"(axes sleigh at (x, y) turned theta
box body at (a, 0, 0.1) size (0.6, 0.3) in sleigh colour blue
ball in body
rod from sleigh to (1, 1) in body
text "mass centre" at body)");
    ASSERT_EQ(s.picture.size(), 4u);
    const PictureItem &box = s.picture[0], &ball = s.picture[1], &rod = s.picture[2], &text = s.picture[3];
    EXPECT_EQ(box.kind, Kind::box);
    EXPECT_EQ(box.name, "body");
    EXPECT_EQ(box.part, "sleigh");
    EXPECT_EQ(box.role, Role::body);
    EXPECT_EQ(box.colour, "blue");
    EXPECT_EQ(shown(box.place), "a*cos(theta) + x, a*sin(theta) + y, 1/10");
    ASSERT_TRUE(box.axes);
    EXPECT_EQ(shown((*box.axes)[0]), "cos(theta), sin(theta), 0");
    EXPECT_EQ(shown((*box.axes)[1]), "-sin(theta), cos(theta), 0");
    ASSERT_EQ(box.sizes.size(), 3u);
    EXPECT_EQ(anholon::text(box.sizes[2]), "3/40");  // a quarter of the smaller edge
    EXPECT_EQ(ball.name, "ball");
    EXPECT_EQ(shown(ball.place), shown(box.place));
    EXPECT_EQ(anholon::text(ball.sizes.at(0)), "0");
    EXPECT_EQ(shown(rod.place), "x, y, 0");
    EXPECT_TRUE(are_equal(*rod.end, box.place + (*box.axes)[0] + (*box.axes)[1]));
    EXPECT_EQ(text.text, "mass centre");
    EXPECT_FALSE(text.axes);
    EXPECT_EQ(s.staging.view, View::automatic);  // there is a vector in space
}

TEST(Picture, TurnsFollowOneAnother) {
    const System s = drawn(R"(disc at (x, y, R) turned x turned theta about (1, 0, 0) turned y radius R
disc at (x, y, R) along (sin(theta)*sin(x), -sin(theta)*cos(x), 2*cos(theta)/2) turned y radius R
ring along (0, 0, -3) radius R tube 0.1
blade along (0, 2, 0)
ball attitude (q0, q1, q2, q3))");
    // Euler's angles: the axis, and the line of nodes turned by the third
    const auto& euler = *s.picture[0].axes;
    EXPECT_EQ(shown(euler[2]), "sin(theta)*sin(x), -cos(x)*sin(theta), cos(theta)");
    EXPECT_EQ(text(euler[0][2]), "sin(theta)*sin(y)");
    // along an axis the line of nodes is level
    EXPECT_TRUE(are_equal((*s.picture[1].axes)[2], euler[2]));
    EXPECT_EQ(shown((*s.picture[2].axes)[2]), "0, 0, -1");
    EXPECT_EQ(shown((*s.picture[3].axes)[0]), "0, 1, 0");
    EXPECT_EQ(shown((*s.picture[3].axes)[2]), "0, 0, 1");
    EXPECT_EQ(text((*s.picture[4].axes)[0][1]), "2*(q0*q3 + q1*q2)");
    EXPECT_EQ(text(s.picture[2].sizes.at(1)), "1/10");
}

TEST(Picture, ArrowsRodsTracesSurfaces) {
    const System s = drawn(R"(ball knob at (x, y)
arrow push of (u, lambda) at knob role reaction
rod at knob along (3, 4) length 10*R
trace of knob on knob
surface (u*cos(v), u*sin(v), a*u^2) u 0..R, v 0..2*pi
spring from (0, 0) to knob turns 5)");
    EXPECT_EQ(shown(*s.picture[1].end), "x + x' + y', y + lambda, 0");
    EXPECT_EQ(s.picture[1].role, Role::reaction);
    EXPECT_EQ(shown(*s.picture[2].end), "6*R + x, 8*R + y, 0");
    EXPECT_EQ(s.picture[3].on, "knob");
    EXPECT_EQ(s.picture[3].name, "trace");
    EXPECT_EQ(s.picture[3].role, Role::contact);
    const DrawnSurface& surface = *s.picture[4].surface;
    EXPECT_TRUE(vanishes(surface.point[0] - surface.u * cos(surface.v)));
    EXPECT_EQ(text(surface.ranges[0].second), "R");
    EXPECT_EQ(text(s.picture[5].sizes.at(1)), "5");
}

TEST(Picture, AttitudeThatIsIntegrated) {
    const System s = model(R"(model A {
algebra so(3)
inertia (1, 2, 3)
init w2 = 1
picture {
  box body turning (w1, w2, w3) size (1, 2, 3)
  arrow of (w1, w2, w3) in body role velocity
}
})");
    ASSERT_EQ(s.staging.variables.size(), 4u);
    const auto& p = s.staging.variables;
    EXPECT_EQ(text(p[2].symbol), "body_q2");
    // q̇2 = ½ (q0 ω2 + q3 ω1 − q1 ω3), q0 = 1 + p0
    EXPECT_EQ(text(p[2].rate), "w1*body_q3/2 + w2*(body_q0 + 1)/2 - w3*body_q1/2");
    EXPECT_EQ(text((*s.picture[0].axes)[0][2]), "2*(body_q1*body_q3 - body_q2*(body_q0 + 1))");
}

TEST(Picture, IsSeenFromAboveIfItIsPlane) {
    EXPECT_EQ(drawn("plane; ball at (x, y)").staging.view, View::above);
    EXPECT_EQ(drawn("plane; ball at (x, y); view space").staging.view, View::space);
    EXPECT_EQ(drawn("ball at (x, y, a); view above").staging.view, View::above);
}

TEST(Picture, DecidesNothingElse) {
    const std::string text = gallery_text("chaplygin-sleigh");
    const System with = model(text);
    const System without = model(text.substr(0, text.find("  picture {")) + "}\n");
    EXPECT_FALSE(with.picture.empty());
    EXPECT_TRUE(without.picture.empty());
    EXPECT_EQ(anholon::text(with.L), anholon::text(without.L));
    // a unit in a picture does not start the check of units
    const System plain = drawn("ball at (x, y) radius 2 [cm]");
    EXPECT_FALSE(plain.has_quantities);
    EXPECT_EQ(anholon::text(plain.picture[0].sizes[0]), "1/50");
}

TEST(Picture, ItemsInAxesOfABody) {
    const std::string text = R"(model A {
ground plane z = 0
body stone { mass 1; shape ball(2) }
contact stone on ground rolling
picture { ball knob at (0, 0, 2) radius 0.1 in stone; trace of knob on stone }
}
)";
    const System s = model(text);
    const auto knob = std::ranges::find(s.picture, "knob", &PictureItem::name);
    const auto stone = std::ranges::find(s.picture, "stone", &PictureItem::name);
    ASSERT_NE(knob, s.picture.end());
    ASSERT_NE(stone, s.picture.end());
    ASSERT_TRUE(stone->axes);
    EXPECT_TRUE(are_equal(knob->place - stone->place, s.c().number(2) * (*stone->axes)[2]));
    // one mistake, one message
    EXPECT_EQ(said(changed(text, "mass 1", "mass 0")),
              R"(s.anh:3:19: error[not-positive]: a mass must be a positive number
 3 | body stone { mass 0; shape ball(2) }
   |                   ^
)");
}

TEST(Picture, EverySystemOfTheGalleryHasOne) {
    for (const GalleryModel& one : gallery())
        EXPECT_FALSE(from_gallery(std::string(one.name)).picture.empty()) << one.name;
}

// --- mistakes

// Of items, from the fourth line on.
std::string mistake(const std::string& items) {
    return said(
        "model A {\nparam m = 1 [kg], a = 0.3 [m]\ncoord x [m], y [m], theta [rad]; kinetic m*(x'^2 + y'^2 + "
        "a^2*theta'^2); quasi v = x', s = y', w = theta'; picture {\n" +
        items + "\n}\n}\n");
}

TEST(PictureErrors, Names) {
    EXPECT_EQ(mistake("ball at (x, z)"), R"(s.anh:4:13: error[name-unknown]: no symbol 'z' in this model
 4 | ball at (x, z)
   |             ^
)");
    EXPECT_EQ(mistake("ball knob\nball knob"),
              R"(s.anh:5:6: error[picture-name-twice]: two items of the picture are called 'knob'
 5 | ball knob
   |      ^^^^
   = note: the first one is here
 4 | ball knob
   | ^^^^^^^^^
)");
    EXPECT_EQ(mistake("ball knob\nball in knop"),
              R"(s.anh:5:9: error[picture-name-unknown]: no earlier item of the picture is called 'knop'
 5 | ball in knop
   |         ^^^^
   = help: did you mean 'knob'?
)");
    EXPECT_EQ(mistake("ball at knob"),
              R"(s.anh:4:9: error[picture-name-unknown]: no earlier item of the picture is called 'knob'
 4 | ball at knob
   |         ^^^^
   = help: give the item a name: box cart at (x, y) …
)");
    EXPECT_EQ(
        mistake("rod link from (x, y) to (0, 0)\nball in link"),
        R"(s.anh:5:9: error[picture-without-axes]: 'link' has no axes of its own, since it is of the kind 'rod'
 5 | ball in link
   |         ^^^^
   = help: state axes where they are needed: axes name at (x, y) turned theta
)");
    EXPECT_EQ(
        mistake("axes cart at (x, y)\ntrace of (0, 0) on cart"),
        R"(s.anh:5:20: error[picture-not-drawn]: 'cart' stands for axes only, so that a trace cannot be drawn on it
 5 | trace of (0, 0) on cart
   |                    ^^^^
   = help: a trace in axes that turn is drawn on an item, such as a ball or a plane
)");
}

TEST(PictureErrors, Units) {
    EXPECT_EQ(mistake("ball at (x, theta)"),
              R"(s.anh:4:13: error[unit-mismatch]: a place must have the dimension m, not 1
 4 | ball at (x, theta)
   |             ^^^^^
)");
    EXPECT_EQ(mistake("ball at (x, y + 0.1)"),
              R"(s.anh:4:13: error[unit-mismatch]: the terms of this sum have different dimensions
 4 | ball at (x, y + 0.1)
   |             ^^^^^^^
   = note: this term has m
 4 | ball at (x, y + 0.1)
   |             ^
   = note: this term has 1
 4 | ball at (x, y + 0.1)
   |                 ^^^
)");
    EXPECT_EQ(mistake("ball radius m"),
              R"(s.anh:4:13: error[unit-mismatch]: 'radius' must have the dimension m, not kg
 4 | ball radius m
   |             ^
)");
    EXPECT_EQ(mistake("blade along (x, 1)"),
              R"(s.anh:4:13: error[unit-mismatch]: the components of this vector have different dimensions
 4 | blade along (x, 1)
   |             ^^^^^^
   = note: this component has m
 4 | blade along (x, 1)
   |              ^
   = note: this component has 1
 4 | blade along (x, 1)
   |                 ^
)");
    EXPECT_EQ(mistake("blade turned x"),
              R"(s.anh:4:14: error[unit-mismatch]: an angle must have the dimension 1, not m
 4 | blade turned x
   |              ^
)");
    EXPECT_EQ(mistake("box size (1, 1) turning (w, w, x)"),
              R"(s.anh:4:32: error[unit-mismatch]: an angular velocity must have the dimension 1/s, not m
 4 | box size (1, 1) turning (w, w, x)
   |                                ^
)");
    EXPECT_EQ(
        mistake("arrow of (v, s)"),
        R"(s.anh:4:10: error[picture-arrow-without-role]: an arrow of the dimension m/s needs a role, by which it is scaled
 4 | arrow of (v, s)
   |          ^^^^^^
   = help: write role velocity, momentum, reaction or load; an arrow without a role is a length
)");
}

TEST(PictureErrors, Vectors) {
    EXPECT_EQ(mistake("ball at (x, y, 0, 0)"),
              R"(s.anh:4:9: error[tuple-length]: a place has two or three components here, not 4
 4 | ball at (x, y, 0, 0)
   |         ^^^^^^^^^^^^
)");
    EXPECT_EQ(mistake("ball attitude (1, 0, 0)"),
              R"(s.anh:4:15: error[tuple-length]: an attitude has 4 components here, not 3
 4 | ball attitude (1, 0, 0)
   |               ^^^^^^^^^
)");
    EXPECT_EQ(mistake("ball turning (0, w)"),
              R"(s.anh:4:14: error[tuple-length]: an angular velocity has 3 components here, not 2
 4 | ball turning (0, w)
   |              ^^^^^^
)");
    EXPECT_EQ(mistake("box size (1, 1, 1, 1)"),
              R"(s.anh:4:10: error[tuple-length]: a size has 3 components here, not 4
 4 | box size (1, 1, 1, 1)
   |          ^^^^^^^^^^^^
)");
    EXPECT_EQ(mistake("surface (u, v) u 0..1, v 0..1"),
              R"(s.anh:4:9: error[tuple-length]: a point of a surface has 3 components here, not 2
 4 | surface (u, v) u 0..1, v 0..1
   |         ^^^^^^
)");
    EXPECT_EQ(mistake("blade along (x - x, 0)"),
              R"(s.anh:4:13: error[direction-zero]: a direction cannot be the zero vector
 4 | blade along (x - x, 0)
   |             ^^^^^^^^^^
)");
    EXPECT_EQ(mistake("ball at (x, v')"),
              R"(s.anh:4:13: error[picture-variable]: a picture cannot depend on 'v''
 4 | ball at (x, v')
   |             ^^
   = help: it may depend on time, coordinates, velocities, multipliers and parameters
)");
    EXPECT_EQ(mistake("ball at (x, 1/0)"),
              R"(s.anh:4:13: error[undefined]: undefined operation: division by zero
 4 | ball at (x, 1/0)
   |             ^^^
)");
}

TEST(PictureErrors, Sizes) {
    EXPECT_EQ(mistake("ball radius x"),
              R"(s.anh:4:13: error[value-not-constant]: 'radius' must be constant and cannot depend on 'x'
 4 | ball radius x
   |             ^
)");
    EXPECT_EQ(mistake("ball radius -a"),
              R"(s.anh:4:13: error[not-positive]: 'radius' must be a positive number
 4 | ball radius -a
   |             ^^
)");
    EXPECT_EQ(mistake("disc at (x, y)"), R"(s.anh:4:1: error[picture-part-missing]: 'disc' needs a radius
 4 | disc at (x, y)
   | ^^^^
)");
    EXPECT_EQ(mistake("box at (x, y)"),
              R"(s.anh:4:1: error[picture-part-missing]: 'box' needs its size (a, b, c)
 4 | box at (x, y)
   | ^^^
)");
    EXPECT_EQ(mistake("surface (u, v, 0) u 0..1, v 1..0"),
              R"(s.anh:4:29: error[range-empty]: a range must go from the smaller number to the larger one
 4 | surface (u, v, 0) u 0..1, v 1..0
   |                             ^^^^
)");
    EXPECT_EQ(
        mistake("surface (u, u, 0) u 0..1"),
        R"(s.anh:4:1: error[picture-part-missing]: 'surface' needs the ranges of u and v, as in u 0..1, v 0..2*pi
 4 | surface (u, u, 0) u 0..1
   | ^^^^^^^
)");
}

TEST(PictureErrors, Parts) {
    EXPECT_EQ(mistake("rod from (x, y)"),
              R"(s.anh:4:1: error[picture-part-missing]: 'rod' needs its end, to (x, y)
 4 | rod from (x, y)
   | ^^^
)");
    EXPECT_EQ(mistake("spring radius 1"),
              R"(s.anh:4:1: error[picture-part-missing]: 'spring' needs its ends, from (x, y) to (x, y)
 4 | spring radius 1
   | ^^^^^^
)");
    EXPECT_EQ(
        mistake("arrow at (x, y)"),
        R"(s.anh:4:1: error[picture-part-missing]: 'arrow' needs its ends, from (x, y) to (x, y), or its vector, of (vx, vy)
 4 | arrow at (x, y)
   | ^^^^^
)");
    EXPECT_EQ(mistake("arrow at (x, y) along (1, 0)"),
              R"(s.anh:4:1: error[picture-part-missing]: 'arrow' needs a length
 4 | arrow at (x, y) along (1, 0)
   | ^^^^^
)");
    EXPECT_EQ(mistake("trace"),
              R"(s.anh:4:1: error[picture-part-missing]: 'trace' needs the point whose path it is, of (x, y)
 4 | trace
   | ^^^^^
)");
    EXPECT_EQ(mistake("axes at (x, y)"), R"(s.anh:4:1: error[picture-part-missing]: 'axes' needs a name
 4 | axes at (x, y)
   | ^^^^
)");
    EXPECT_EQ(mistake("rod from (x, y) to (0, 0) at (1, 1)"),
              R"(s.anh:4:30: error[picture-parts-exclusive]: an item cannot have both 'from' and 'at'
 4 | rod from (x, y) to (0, 0) at (1, 1)
   |                              ^^^^^^
)");
    EXPECT_EQ(mistake("ball along (1, 0) attitude (1, 0, 0, 0)"),
              R"(s.anh:4:28: error[picture-parts-exclusive]: an item cannot have both 'along' and 'attitude'
 4 | ball along (1, 0) attitude (1, 0, 0, 0)
   |                            ^^^^^^^^^^^^
)");
    EXPECT_EQ(said("model A {\ncoord x; kinetic x'^2\npicture { plane }\npicture { plane }\n}\n"),
              R"(s.anh:4:1: error[picture-twice]: a model has one picture
 4 | picture { plane }
   | ^^^^^^^
   = note: the first one is here
 3 | picture { plane }
   | ^^^^^^^
)");
}

}  // namespace
}  // namespace anholon
