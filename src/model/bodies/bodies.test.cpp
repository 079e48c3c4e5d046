#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "expr/derivative.hpp"
#include "expr/print.hpp"
#include "expr/substitute.hpp"
#include "expr/zero.hpp"
#include "model/read_model.test.hpp"
#include "model/state/initial_state.hpp"

namespace anholon {
namespace {

std::vector<std::string> names_of_quasi(const System& system) {
    std::vector<std::string> out;
    for (const QuasiVelocity& q : system.quasi) out.push_back(text(q.symbol));
    return out;
}

std::vector<std::string> names_of_constraints(const System& system) {
    std::vector<std::string> out;
    for (const Constraint& c : system.constraints) out.push_back(c.name);
    return out;
}

using Names = std::vector<std::string>;

TEST(Bodies, AContactDecidesWhatStaysFree) {
    const auto ball = [](const std::string& contact) {
        return model("model A { ground plane z = 0; body b { mass 1; shape ball(1) }\n" + contact + "}");
    };
    const System free = ball(""), slides = ball("contact b on ground sliding"),
                 rolls = ball("contact b on ground rolling"), rubber = ball("contact b on ground rubber");
    EXPECT_EQ(names_of_quasi(free), (Names{"w1", "w2", "w3", "vx", "vy", "vz"}));
    EXPECT_EQ(names_of_constraints(free), (Names{"unit"}));
    EXPECT_EQ(names_of_quasi(slides), (Names{"w1", "w2", "w3", "vx", "vy"}));
    EXPECT_EQ(names_of_constraints(slides), (Names{"unit", "height"}));
    EXPECT_EQ(names_of_quasi(rolls), (Names{"w1", "w2", "w3"}));
    EXPECT_EQ(names_of_constraints(rolls), (Names{"unit", "height", "along", "across"}));
    EXPECT_EQ(names_of_quasi(rubber), (Names{"wx", "wy"}));
    EXPECT_EQ(names_of_constraints(rubber), (Names{"unit", "height", "along", "across", "spin"}));
}

TEST(Bodies, ABodyWithAFixedPointHasItsQuaternionOnly) {
    const System top = model(
        "model A { param m = 1, h = 0.3, g = 9.81; gravity g along (0, 0, -2)\n"
        "body b { mass m; inertia (1, 1, 0.5); pose about (0, 0, -h) } }");
    EXPECT_EQ(top.coordinates.size(), 4u);
    EXPECT_EQ(names_of_quasi(top), (Names{"w1", "w2", "w3"}));
    EXPECT_EQ(text(top.V), "m*h*g*(q0^2 - q1^2 - q2^2 + q3^2)");
}

TEST(Bodies, SeveralBodiesPutTheirNamesFirst) {
    const System two = model(
        "model A { ground plane z = 1; body a { mass 1; shape ball(1) }\n"
        "body b { mass 1; shape disc(2) }\n"
        "contact a on ground rolling; contact b on ground sliding }");
    EXPECT_EQ(text(two.coordinates[7].symbol), "b_q0");
    EXPECT_EQ(names_of_quasi(two), (Names{"a_w1", "a_w2", "a_w3", "b_w1", "b_w2", "b_w3", "b_vx", "b_vy"}));
    EXPECT_EQ(names_of_constraints(two),
              (Names{"a_unit", "a_height", "a_along", "a_across", "b_unit", "b_height"}));
}

TEST(Bodies, OtherConstraintsMakeTheVelocitiesAbbreviations) {
    const System system = model(
        "model A { body b { mass 1; shape box(1, 2, 3); pose about (0, 0, 1) }\n"
        "constraint suslov: w3 = 0 }");
    EXPECT_TRUE(system.quasi.empty());
    EXPECT_EQ(system.constraints.size(), 2u);
}

TEST(Bodies, ShapesHaveTheirMoments) {
    const auto energy = [](const std::string& shape) {
        const System s =
            model("model A { param m = 1, a = 3, b = 2, c = 1\n body b1 { mass m; shape " + shape + " } }");
        Substitution at;
        for (const Coordinate& q : s.coordinates) {
            at.emplace_back(q.symbol, s.c().number(Rational(text(q.symbol) == "q0" ? 1 : 0)));
            at.emplace_back(dot(q.symbol), s.c().zero());
        }
        // q = 1 and q̇ = ½ω about one axis after the other
        std::string out;
        for (const std::size_t axis : {1, 2, 3}) {
            Substitution turning = at;
            turning[2 * axis + 1].second = s.c().number(Rational(1, 2));
            out += (axis == 1 ? "" : " ") + text(substitute(s.T, turning) * Rational(2));
        }
        return out;
    };
    EXPECT_EQ(energy("ball(a)"), "2*m*a^2/5 2*m*a^2/5 2*m*a^2/5");
    EXPECT_EQ(energy("disc(a)"), "m*a^2/4 m*a^2/4 m*a^2/2");
    EXPECT_EQ(energy("hoop(a)"), "m*a^2/2 m*a^2/2 m*a^2");
    EXPECT_EQ(energy("cylinder(a, b)"), "m*(3*a^2 + b^2)/12 m*(3*a^2 + b^2)/12 m*a^2/2");
    EXPECT_EQ(energy("ellipsoid(a, b, c)"), "m*(b^2 + c^2)/5 m*(a^2 + c^2)/5 m*(a^2 + b^2)/5");
    EXPECT_EQ(energy("box(a, b, c)"), "m*(b^2 + c^2)/12 m*(a^2 + c^2)/12 m*(a^2 + b^2)/12");
}

TEST(Bodies, TheHeightFollowsFromTheAttitude) {
    const System disc = model(
        "model A { ground plane z = 0.5; body b { mass 1; shape disc(2) }\n"
        "contact b on ground rolling\n"
        "init q0 = cos(pi/6), q1 = sin(pi/6) }");
    const auto start = initial_state(disc);
    ASSERT_TRUE(start.state);
    EXPECT_NEAR(start.state->q[6].value, 0.5 + std::sqrt(3), 1e-14);
}

TEST(Bodies, AnAttitudeThatIsNotGivenIsUpright) {
    const System ball = model(
        "model A { ground plane z = 0; body b { mass 1; shape ball(2) }\n"
        "contact b on ground rolling; init w1 = 1 }");
    const auto start = initial_state(ball);
    ASSERT_TRUE(start.state);
    EXPECT_EQ(start.state->q[0].value, 1);
    EXPECT_EQ(start.state->q[6].value, 2);
    EXPECT_FALSE(start.state->is_changed());
}

TEST(BodyErrors, Mass) {
    EXPECT_EQ(said_of("body b { shape ball(1) }\ninit w1 = 1"),
              "s.anh:2:6: error[mass-missing]: the body 'b' has no mass\n"
              " 2 | body b { shape ball(1) }\n"
              "   |      ^\n"
              "   = help: add mass …\n");
    EXPECT_EQ(said_of("param m = -1\nbody b { mass m; shape ball(0) }"),
              "s.anh:3:15: error[not-positive]: a mass must be a positive number\n"
              " 3 | body b { mass m; shape ball(0) }\n"
              "   |               ^\n"
              "\n"
              "s.anh:3:29: error[not-positive]: a length must be a positive number\n"
              " 3 | body b { mass m; shape ball(0) }\n"
              "   |                             ^\n");
    EXPECT_EQ(said_of("body b { mass t; shape ball(1) }"),
              "s.anh:2:15: error[value-not-constant]: a mass must be constant and cannot depend on 't'\n"
              " 2 | body b { mass t; shape ball(1) }\n"
              "   |               ^\n");
}

TEST(BodyErrors, Inertia) {
    EXPECT_EQ(said_of("body b { mass 1 }"),
              "s.anh:2:6: error[inertia-missing]: the body 'b' has no moments of inertia\n"
              " 2 | body b { mass 1 }\n"
              "   |      ^\n"
              "   = help: add inertia (I1, I2, I3), or a shape such as ball(r)\n");
    EXPECT_EQ(said_of("body b { mass 1; inertia (1, 1, 1; 2, 0, 0) }"),
              "s.anh:2:26: error[inertia-not-positive]: with these moments of inertia some rotation has "
              "negative energy\n"
              " 2 | body b { mass 1; inertia (1, 1, 1; 2, 0, 0) }\n"
              "   |                          ^^^^^^^^^^^^^^^^^^\n");
    EXPECT_EQ(said_of("body b { mass 1; inertia (1, 2, 4) }"),
              "s.anh:2:26: warning[inertia-of-no-body]: no rigid body has these moments of inertia: one "
              "principal moment exceeds the sum of the other two\n"
              " 2 | body b { mass 1; inertia (1, 2, 4) }\n"
              "   |                          ^^^^^^^^^\n");
    EXPECT_EQ(
        said_of("body b { mass 1; inertia (1, 2) }"),
        "s.anh:2:26: error[inertia-length]: here an inertia tensor must have 3 diagonal components and 3 "
        "others, "
        "not 2 and 0\n"
        " 2 | body b { mass 1; inertia (1, 2) }\n"
        "   |                          ^^^^^^\n"
        "   = help: write the diagonal, then ';' and the rest row by row: (I1, I2, I3; I12, I13, I23)\n");
    EXPECT_EQ(said_of("body b { mass 1; inertia (1, 1, 1); shape ball(1) }"),
              "s.anh:2:43: error[energy-twice]: the inertia is given in two ways\n"
              " 2 | body b { mass 1; inertia (1, 1, 1); shape ball(1) }\n"
              "   |                                           ^^^^\n"
              "   = note: the other one is here\n"
              " 2 | body b { mass 1; inertia (1, 1, 1); shape ball(1) }\n"
              "   |                          ^^^^^^^^^\n");
    EXPECT_EQ(said_of("body b { mass 1; shape bal(1) }"),
              "s.anh:2:24: error[shape-unknown]: no shape is called 'bal'\n"
              " 2 | body b { mass 1; shape bal(1) }\n"
              "   |                        ^^^\n"
              "   = help: did you mean 'ball'?\n");
    EXPECT_EQ(said_of("body b { mass 1; shape ball(1, 2) }"),
              "s.anh:2:28: error[tuple-length]: ball has 1 component here, not 2\n"
              " 2 | body b { mass 1; shape ball(1, 2) }\n"
              "   |                            ^^^^^^\n");
}

const std::string ground = "ground plane z = 0\n";

TEST(BodyErrors, Surface) {
    EXPECT_EQ(said_of(ground + "body b { mass 1; shape box(1, 1, 1) }\ncontact b on ground rolling"),
              "s.anh:4:9: error[surface-missing]: the body 'b' has no surface, so it cannot touch anything\n"
              " 4 | contact b on ground rolling\n"
              "   |         ^\n"
              "   = note: this body\n"
              " 3 | body b { mass 1; shape box(1, 1, 1) }\n"
              "   |      ^\n"
              "   = help: add a surface to it, such as sphere(r)\n");
    EXPECT_EQ(
        said_of(ground + "body b { mass 1; shape ball(1); surface tors(2, 1) }\ncontact b on ground rolling"),
        "s.anh:3:41: error[surface-unknown]: no surface is called 'tors'\n"
        " 3 | body b { mass 1; shape ball(1); surface tors(2, 1) }\n"
        "   |                                         ^^^^\n"
        "   = help: did you mean 'torus'?\n");
    EXPECT_EQ(said_of("body b { mass 1; shape ball(1); surface sphere(1) }"),
              "s.anh:2:41: warning[surface-unused]: the body 'b' has a surface but no contact\n"
              " 2 | body b { mass 1; shape ball(1); surface sphere(1) }\n"
              "   |                                         ^^^^^^\n");
}

TEST(BodyErrors, Contact) {
    EXPECT_EQ(said_of("body b { mass 1; shape ball(1) }\ncontact b on ground rolling"),
              "s.anh:3:1: error[contact-without-ground]: there is no ground to touch\n"
              " 3 | contact b on ground rolling\n"
              "   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
              "   = help: add ground plane z = 0\n");
    EXPECT_EQ(said_of(ground + "body stone { mass 1; shape ball(1) }\ncontact ston on ground rolling"),
              "s.anh:4:9: error[contact-body-unknown]: no body is called 'ston'\n"
              " 4 | contact ston on ground rolling\n"
              "   |         ^^^^\n"
              "   = help: did you mean 'stone'?\n");
    EXPECT_EQ(said_of(ground + "body b { mass 1; shape ball(1) }\ncontact b on ground rolling\ncontact b on "
                               "ground sliding"),
              "s.anh:5:9: error[contact-twice]: 'b' touches the ground in two ways\n"
              " 5 | contact b on ground sliding\n"
              "   |         ^\n"
              "   = note: the first one is here\n"
              " 4 | contact b on ground rolling\n"
              "   |         ^\n");
    EXPECT_EQ(said_of(ground +
                      "body b { mass 1; shape ball(1); pose about (0, 0, 1) }\ncontact b on ground rolling"),
              "s.anh:4:9: error[contact-of-fixed-body]: 'b' turns about a fixed point and cannot touch the "
              "ground as well\n"
              " 4 | contact b on ground rolling\n"
              "   |         ^\n"
              "   = note: the fixed point is given here\n"
              " 3 | body b { mass 1; shape ball(1); pose about (0, 0, 1) }\n"
              "   |                                            ^^^^^^^^^\n");
}

TEST(BodyErrors, Surroundings) {
    EXPECT_EQ(said_of("coord x; kinetic x'^2\n" + ground + "gravity 1 along (0, 0, -1)"),
              "s.anh:3:1: error[body-missing]: 'ground' applies only to bodies, but the model has none\n"
              " 3 | ground plane z = 0\n"
              "   | ^^^^^^\n"
              "   = help: add body name { mass …; shape … }\n"
              "\n"
              "s.anh:4:1: error[body-missing]: 'gravity' applies only to bodies, but the model has none\n"
              " 4 | gravity 1 along (0, 0, -1)\n"
              "   | ^^^^^^^\n"
              "   = help: add body name { mass …; shape … }\n");
    const std::string ball = "body b { mass 1; shape ball(1) }\n";
    EXPECT_EQ(said_of(ball + "gravity 1 along (0, 0, 0)"),
              "s.anh:3:17: error[direction-zero]: a direction cannot be the zero vector\n"
              " 3 | gravity 1 along (0, 0, 0)\n"
              "   |                 ^^^^^^^^^\n");
    EXPECT_EQ(said_of(ball + "gravity 1 along (1, 0, 0)\ngravity 1 along (1, 0, 0)"),
              "s.anh:4:1: error[gravity-twice]: gravity is given twice\n"
              " 4 | gravity 1 along (1, 0, 0)\n"
              "   | ^^^^^^^\n"
              "   = note: the first one is here\n"
              " 3 | gravity 1 along (1, 0, 0)\n"
              "   | ^^^^^^^\n");
    EXPECT_EQ(said_of(ball + ground + ground),
              "s.anh:4:1: error[ground-twice]: the ground is given twice\n"
              " 4 | ground plane z = 0\n"
              "   | ^^^^^^\n"
              "   = note: the first one is here\n"
              " 3 | ground plane z = 0\n"
              "   | ^^^^^^\n");
    EXPECT_EQ(said_of(ball + "body b { mass 1; shape ball(1) }"),
              "s.anh:3:6: error[name-duplicate]: two bodies are called 'b'\n"
              " 3 | body b { mass 1; shape ball(1) }\n"
              "   |      ^\n"
              "   = note: the first one is here\n"
              " 2 | body b { mass 1; shape ball(1) }\n"
              "   |      ^\n");
    EXPECT_EQ(said_of("param x = 1\n" + ball),
              "s.anh:2:7: error[name-duplicate]: 'x' is a name that 'b' already defines\n"
              " 2 | param x = 1\n"
              "   |       ^\n"
              "   = note: this part\n"
              " 3 | body b { mass 1; shape ball(1) }\n"
              "   |      ^\n");
}

TEST(BodyErrors, Units) {
    EXPECT_EQ(said_of("param m = 1 [kg], r = 1 [s]\nbody b { mass m; shape ball(r) }"),
              "s.anh:3:29: error[unit-mismatch]: a length must have the dimension m, not s\n"
              " 3 | body b { mass m; shape ball(r) }\n"
              "   |                             ^\n");
    EXPECT_EQ(said_of("param m = 1 [kg], r = 1 [m]\nbody b { mass m; shape ball(r) }\npotential m*z"),
              "s.anh:4:11: error[unit-mismatch]: the energies have different dimensions\n"
              " 4 | potential m*z\n"
              "   |           ^^^\n"
              "   = note: this energy has kg m^2/s^2\n"
              " 3 | body b { mass m; shape ball(r) }\n"
              "   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
              "   = note: this energy has kg m\n"
              " 4 | potential m*z\n"
              "   |           ^^^\n");
}

TEST(BodyErrors, AnotherEnergy) {
    EXPECT_EQ(said_of("body b { mass 1; shape ball(1) }\nlagrangian x'^2"),
              "s.anh:3:1: error[energy-twice]: the energy is given in two ways\n"
              " 3 | lagrangian x'^2\n"
              "   | ^^^^^^^^^^\n"
              "   = note: the other one is here\n"
              " 2 | body b { mass 1; shape ball(1) }\n"
              "   | ^^^^\n");
}

TEST(BodyErrors, JointsAndLoads) {
    const std::string two = "body a { mass 1; shape rod(1) }\nbody b { mass 1; shape ball(1) }\n";
    const auto code = [&](const std::string& text) {
        const std::string said = said_of(two + text);
        const std::size_t begin = said.find('['), end = said.find(']');
        return begin == std::string::npos ? said : said.substr(begin + 1, end - begin - 1);
    };
    EXPECT_EQ(code("joint c on a weld"), "joint-body-unknown");
    EXPECT_EQ(code("joint a on c weld"), "joint-body-unknown");
    EXPECT_EQ(code("joint a on a weld"), "joint-on-itself");
    EXPECT_EQ(code("joint a on b weld\njoint b on a weld"), "joint-cycle");
    EXPECT_EQ(code("joint a on b screw phi along (0, 0, 1)"), "joint-unknown");
    EXPECT_EQ(code("joint a on b hinge along (0, 0, 1)"), "joint-coordinate-missing");
    EXPECT_EQ(code("joint a on b hinge phi along (0, 0, 0)"), "direction-zero");
    EXPECT_EQ(code("joint a on b hinge phi along (0, 1)"), "tuple-length");
    EXPECT_EQ(code("joint a on b weld\njoint a on space hinge phi along (0, 0, 1)"),
              "joint-coordinate-unused");
    EXPECT_EQ(code("joint a on b hinge phi = b_x along (0, 0, 1)"), "law-not-of-time");
    EXPECT_EQ(code("body c { mass 1; shape ball(1); pose planar }\njoint c on a weld"),
              "joint-of-posed-body");
    EXPECT_EQ(code("body c { mass 1; shape ball(1); pose planar; angles psi about z }"), "planar-angles");
    EXPECT_EQ(code("body c { mass 1; shape ball(1) along (0, 0, 1) }"), "solid-without-axis");
    EXPECT_EQ(code("spring 1 between a and c"), "joint-body-unknown");
    EXPECT_EQ(code("spring -1 between a and b"), "not-positive");
    EXPECT_EQ(code("spring 1 between a at (1, 2) and b"), "tuple-length");
    EXPECT_EQ(code("spring 1 between a with b"), "token-expected");
    EXPECT_EQ(code("force (1, 2) on a"), "tuple-length");
    EXPECT_EQ(code("torque (1, 2, 3) on c"), "joint-body-unknown");
}

TEST(Bodies, ABodyWithAnglesStandsBesideOneWithout) {
    const System two = model(
        "model A { ground plane z = 0; body a { mass 1; shape ball(1); angles p about z, q about x, r about "
        "z }\n"
        "body b { mass 1; shape ball(2) }; body c { mass 1; shape box(1, 2, 3); pose planar }\n"
        "contact a on ground rolling; contact b on ground rolling }");
    EXPECT_TRUE(two.quasi.empty());  // chosen by the program
    EXPECT_EQ(two.coordinates.size(), 16u);
}

// The slip across the wheels is said twice, whatever the direction: along the second wheel one row is left, which never vanishes.
TEST(Bodies, RowsOfTwoRimsAreChosenAlongTheWheel) {
    const System segway = model(
        "model A { ground plane z = 0; body car { mass 2; inertia (1, 1, 1); angles yaw about z }\n"
        "body one { mass 1; shape disc(1) along (0, 1, 0) }; body two { mass 1; shape disc(1) along (0, 1, "
        "0) }\n"
        "joint one on car at (0, 1, 0) hinge a along (0, 1, 0); joint two on car at (0, -1, 0) hinge b along "
        "(0, 1, 0)\n"
        "contact one on ground rolling; contact two on ground rolling }");
    const auto two = std::ranges::find(segway.constraints, "two_along", &Constraint::name);
    ASSERT_NE(two, segway.constraints.end());
    const Expr yaw = segway.coordinates[0].symbol, rate = dot(segway.coordinates[1].symbol);
    const Expr x = derivative(two->residual, rate);
    EXPECT_TRUE(vanishes(x - cos(yaw)) || vanishes(x + cos(yaw))) << text(x);
    EXPECT_EQ(std::ranges::count(segway.constraints, "two_across", &Constraint::name), 0);
}

TEST(BodyErrors, ASpringHasTwoEnds) {
    const std::string b = "body b { mass 1; shape ball(1) }\n";
    EXPECT_NE(said_of(b + "spring 2 between b at (1, 0, 0) and b")
                  .find("error[spring-on-itself]: both ends of this spring are fixed to 'b', so its length "
                        "never changes"),
              std::string::npos);
    EXPECT_NE(said_of(b + "damper 2 between space and space at (0, 0, 1)").find("damper are fixed to space"),
              std::string::npos);
}

TEST(BodyErrors, ALoopThatCannotCloseIsNamed) {
    const std::string crank =
        "body a { mass 1; shape rod(1) }; body b { mass 1; shape rod(1) }\n"
        "joint a at (-0.5, 0, 0) on space hinge p along (0, 1, 0)\n"
        "joint b at (-0.5, 0, 0) on a at (0.5, 0, 0) hinge q along (0, 1, 0)\n";
    // Out of the plane of the hinges: no angle helps.
    const std::string off = said_of(crank + "joint b at (0.5, 0, 0) on space at (1, 0.2, 0) ball");
    EXPECT_NE(off.find("error[loop-cannot-close]"), std::string::npos) << off;
    EXPECT_NE(off.find("it misses by 0.2"), std::string::npos) << off;
    // Too far away.
    const System far = model("model A {" + crank + "joint b at (0.5, 0, 0) on space at (3, 0, 0) ball }");
    const InitialStateResult result = initial_state(far);
    ASSERT_TRUE(result.failure);
    const Diagnostic d = told(*result.failure);
    EXPECT_EQ(d.code, "loop-cannot-close");
    EXPECT_NE(d.message.find("it misses by 1"), std::string::npos) << d.message;
}

// Three hinges at one point and a weld: the attitude comes back to itself, and not to one that is turned by 120° or 180°.
TEST(BodyErrors, AWeldHoldsAllAxes) {
    const auto said = [](const std::string& angles) -> std::string {
        const System s = model(
            "model A { body a { mass 1; inertia (1, 2, 2.5) }; body b { mass 1; inertia (1, 2, 2.5) }\n"
            "body c { mass 1; inertia (1, 2, 2.5) }; joint a on space hinge p along (0, 0, 1)\n"
            "joint b on a hinge q along (1, 0, 0); joint c on b hinge r along (0, 0, 1); joint c on space "
            "weld\n"
            "guess " +
            angles + " }");
        const InitialStateResult result = initial_state(s);
        return result.failure ? told(*result.failure).message : "";
    };
    EXPECT_EQ(said("p = 0.1, q = 0.2, r = -0.1"), "");
    EXPECT_NE(said("p = 3.1, q = 0.05, r = 0.03").find("turned against each other"), std::string::npos);
    EXPECT_NE(said("p = 1.5708, q = 1.5708, r = 0").find("turned against each other"), std::string::npos);
}

}  // namespace
}  // namespace anholon
