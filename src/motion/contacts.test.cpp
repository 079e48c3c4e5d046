#include <gtest/gtest.h>

#include <cmath>

#include "base/text.hpp"
#include "mechanics/forms/registry.hpp"
#include "model/read_model.test.hpp"
#include "motion/moved.test.hpp"

// Bodies on supports that are curved or move: against closed forms, the same contact stated otherwise, and models by hand.
namespace anholon {
namespace {

using End = SimulationResult::End;

void expect_near(const Values& a, const Values& b, const std::vector<std::string>& names, double bound) {
    for (const std::string& name : names) EXPECT_NEAR(a.at(name), b.at(name), bound) << name;
}

System with(const std::string& statements) {
    return model("model A { param g = 9.81\n gravity g along (0, 0, -1)\n" + statements + "}");
}

TEST(BallInsideCylinder, RisesAndFallsAsRouthFound) {
    // In a wall at rest: z = −g (1 − cos Ωt)/(k φ˙²) with Ω = φ˙ √(k/(1 + k)), k = 2/5.
    const System ball = with(
        "support wall cylinder(0.6) inside; body b { mass 1; shape ball(0.1) }\n contact b on wall rolling\n"
        "init x = 0.5, y' = 3");
    const double round = 6, frequency = round * std::sqrt(2.0 / 7);
    for (const double t : {1.0, 5.0, 20.0})
        EXPECT_NEAR(at(ball, t).at("z"), -9.81 * 2.5 / (round * round) * (1 - std::cos(frequency * t)),
                    1e-11);
    EXPECT_NEAR(at(ball, 3).at("reaction"), 0.5 * round * round, 1e-11);  // m φ˙² (R − a)
}

// A sphere as itself, as a surface of revolution, as a graph, by parameters.
TEST(BallOnSphere, HoweverItIsStated) {
    const auto ball = [](const std::string& support) {
        return with("support s " + support +
                    "\nbody b { mass 1; inertia (0.004, 0.005, 0.006); surface sphere(0.1) at (0.01, 0, "
                    "0.02) }\n contact b on s rolling\n"
                    "init q0 = 1, q1 = 0, q2 = 0, q3 = 0, x = 0.19, y = 0, w1 = 1, w2 = 4, w3 = 2");
    };
    const Values sphere = at(ball("sphere(1) inside at (0, 0, 1)"), 2);
    const std::vector<std::string> names{"q0",        "q3",       "x",        "y",        "z",
                                         "w1",        "w3",       "reaction", "friction", "contact_x",
                                         "contact_z", "contact2", "energy"};
    for (const std::string support :
         {"graph(1 - sqrt(1 - x^2 - y^2))", "parametric(u, v, 1 - sqrt(1 - u^2 - v^2))"})
        expect_near(at(ball(support), 2), sphere, names, 1e-11);
}

// The parameters begin at a pole, or where the surfaces are inside each other: another point of contact is found.
TEST(Surfaces, TouchWithTheirOuterSides) {
    const std::vector<std::string> names{"x", "y", "z", "w1", "w2", "w3", "energy"};
    const auto on_ground = [](const std::string& surface) {
        return with("ground plane z = 0\nbody b { mass 1; inertia (0.4, 0.4, 0.4); surface " + surface +
                    " }\ncontact b on ground rolling\n"
                    "init q0 = 0.9, q1 = 0.2, q2 = 0.3, q3 = sqrt(0.06), w1 = 1, w2 = -2, w3 = 0.5");
    };
    expect_near(at(on_ground("parametric(sin(u)*cos(v), sin(u)*sin(v), cos(u))"), 1),
                at(on_ground("sphere(1)"), 1), names, 1e-10);
    const auto on_sphere = [](const std::string& support, const std::string& surface) {
        return with(
            "support s " + support + "\nbody b { mass 1; inertia (0.016, 0.016, 0.016); surface " + surface +
            " }\ncontact b on s rolling\n"
            "init q0 = sqrt(1/2), q1 = sqrt(1/2), x = 1.2*sin(0.3), y = 0, z = 1.2*cos(0.3), w1 = 0, w2 = 0, "
            "w3 = 1");
    };
    expect_near(at(on_sphere("revolution(sqrt(1 - z^2), -0.999, 0.999)",
                             "revolution(sqrt(0.04 - z^2), -0.199, 0.199)"),
                   0.3),
                at(on_sphere("sphere(1)", "sphere(0.2)"), 0.3), names, 1e-10);
}

// A body fits where its surface is curved more than its support, on all sides.
TEST(Surfaces, BodiesThatDoNotFit) {
    const auto why = [](const std::string& statements) {
        SimulationOptions options;
        options.until = 0.01;
        return Simulation(with(statements), options).run().reason;
    };
    const auto valley = [](const std::string& radius) {  // of curvature 4 at its bottom
        return "support v graph(2*x^2); body b { mass 1; shape ball(" + radius +
               ") }\ncontact b on v rolling\ninit z = " + radius + ", y' = 0.1";
    };
    EXPECT_EQ(why(valley("0.249")), "");
    EXPECT_NE(why(valley("0.251")).find("b does not fit v"), std::string::npos);
    const auto inside = [](const std::string& axes, const std::string& height) {
        return "support s sphere(1) inside; body b { mass 1; shape ellipsoid(" + axes +
               ") }\ncontact b on s rolling\ninit z = " + height + ", w3 = 0.1";
    };
    // At its flat pole an ellipsoid has the radii of curvature a²/c and b²/c.
    EXPECT_EQ(why(inside("0.5, 0.4, 0.26", "-0.74")), "");
    EXPECT_NE(why(inside("0.5, 0.4, 0.24", "-0.76")).find("b does not fit s"), std::string::npos);
    // By parameters: a bowl stands on the plane, a saddle goes through it.
    EXPECT_EQ(why("ground plane z = 0; body b { mass 1; inertia (1, 1, 1); surface parametric(v, u, (u^2 + "
                  "2*v^2)/2) }\n"
                  "contact b on ground rolling\ninit w3 = 0.1"),
              "");
    EXPECT_NE(why("ground plane z = 0; body b { mass 1; inertia (1, 1, 1); surface parametric(v, u, (2*u^2 - "
                  "v^2)/2) }\n"
                  "contact b on ground rolling\ninit w3 = 0.1")
                  .find("does not fit"),
              std::string::npos);
}

// By the normal of the support, where the body is not known to be a ball.
TEST(BallOnSphere, IsAnEllipsoidWithEqualAxes) {
    const auto ball = [](const std::string& surface) {
        return with("support s sphere(1)\nbody b { mass 1; inertia (0.02, 0.025, 0.03); surface " + surface +
                    " at (0, 0, 0.05) }\ncontact b on s rolling\ninit z = 1.2, w1 = 0.2, w2 = 0, w3 = 1");
    };
    expect_near(at(ball("ellipsoid(0.25, 0.25, 0.25)"), 1), at(ball("sphere(0.25)"), 1),
                {"q1", "q3", "x", "y", "z", "w1", "w2", "reaction", "contact3"}, 1e-10);
}

TEST(BallInCone, IsTheSameAsOnASurfaceOfRevolution) {
    const auto ball = [](const std::string& support, const std::string& more) {
        return with("support s " + support + " inside turning 1.5\nbody b { mass 1; shape ball(0.1) }\n" +
                    "contact b on s rolling\ninit x = 0.5, y = 0, y' = 2, w3 = 1" + more);
    };
    expect_near(at(ball("revolution(z*tan(0.6))", ", support_v = 0"), 2), at(ball("cone(0.6)", ""), 2),
                {"x", "y", "z", "q1", "w1", "w2", "w3", "reaction", "friction"}, 1e-10);
}

TEST(Surfaces, AreTheSameByNormalsAndByParameters) {
    const auto body = [](const std::string& surface) {
        return with("ground plane z = 0\nbody b { mass 1; inertia (0.1, 0.2, 0.25); surface " + surface +
                    " at (0, 0, -0.3) }\n contact b on ground rolling\n"
                    "init q0 = cos(0.1), q1 = sin(0.1), w1 = 0.2, w2 = 0, w3 = 1");
    };
    const std::vector<std::string> names{"q0", "q1", "q3", "x",        "y",        "z",
                                         "w1", "w2", "w3", "reaction", "contact1", "contact_y"};
    const Values paraboloid = at(body("paraboloid(0.5, 1/1.4)"), 2);
    expect_near(at(body("graph(x^2 + 0.7*y^2)"), 2), paraboloid, names, 1e-11);
    expect_near(at(body("parametric(u, -v, u^2 + 0.7*v^2)"), 2), paraboloid, names, 1e-11);
}

TEST(Surfaces, ATorusIsASurfaceOfRevolution) {
    const auto ring = [](const std::string& surface, const std::string& more) {
        return with("ground plane z = 0\nbody b { mass 1; inertia (0.1, 0.1, 0.15); surface " + surface +
                    " }\n contact b on ground rolling\n"
                    "init q0 = cos(0.7), q1 = sin(0.7), w1 = 0, w2 = 0.3, w3 = 5" +
                    more);
    };
    expect_near(at(ring("revolution(0.4 + sqrt(0.01 - z^2))", ", contact_v = -pi/2"), 1),
                at(ring("torus(0.4, 0.1)", ""), 1), {"q0", "q1", "x", "y", "z", "w1", "w2", "w3", "reaction"},
                1e-10);
}

TEST(Turntable, FollowsEarnshaw) {
    const Values v = at(from_gallery("ball-on-turntable"), 5);
    EXPECT_NEAR(v.at("x"), 1.12875904261, 1e-11);
    EXPECT_NEAR(v.at("y"), 1.44957202416, 1e-11);
}

// A table that turns by its law, and one that is a body on a hinge whose angle is given.
TEST(Turntable, IsTheSameAsABody) {
    const System ball = with(
        "body table { mass 1; shape disc(2) }\njoint table on space hinge psi = 3*t along (0, 0, 1)\n"
        "support top plane on table\nbody ball { mass 1; shape ball(0.2) }\ncontact ball on top rolling\n"
        "init ball_x = 1, ball_y = 0.2, ball_x' = 0.5, ball_y' = -0.4");
    const Values v = at(ball, 5);
    EXPECT_NEAR(v.at("ball_x"), 1.12875904261, 1e-11);
    EXPECT_NEAR(v.at("ball_y"), 1.44957202416, 1e-11);
    EXPECT_NEAR(v.at("ball_reaction"), 9.81, 1e-12);
}

// On a smooth slab the wedge and the ball part as Newton says: the slab slides freely below.
TEST(SupportOnABody, FeelsTheReaction) {
    const System sliding = with(
        "body wedge { mass 3; inertia (1, 1, 1); pose free }\n"
        "constraint level: wedge_z = 0\nconstraint q1: wedge_q1 = 0\nconstraint q2: wedge_q2 = 0\nconstraint "
        "q3: wedge_q3 = 0\n"
        "support slope plane along (3, 0, 4) on wedge\nbody b { mass 1; inertia (1, 1, 1); surface point }\n"
        "contact b on slope sliding");
    // ẍ of the wedge −m g sin a cos a/(M + m sin² a).
    EXPECT_NEAR(at(sliding, 0.5).at("wedge_x"), -0.125 * 9.81 * 0.48 / (3 + 0.36), 1e-12);
}

TEST(BeghinsBall, IsCarriedRoundByTheWall) {
    // The centre's velocity v turns the ball about the radius by v/a, the wall about the vertical by (ΩR − v)/a: with k = I/ma²
    // (1 + 2k) v˙ = k Ω˙R, and v = ψ˙ (R − a).
    const Values v = at(from_gallery("beghins-ball-rotating"), 4);
    EXPECT_NEAR(v.at("round"), 0.4 / 1.8 * 0.5 * 4 * 0.6 / 0.5, 1e-12);
}

TEST(Lines, ACylinderRollsStraightDownASlope) {
    const System can = model(
        "model A { param r = 0.1, g = 9.81\n ground plane z = 0; gravity g along (0, 3, -4)\n"
        "body can { mass 2; shape cylinder(r, 0.3) along (1, 0, 0); surface cylinder(r, 0.3) along (1, 0, 0) "
        "}\n"
        "contact can on ground rolling }");
    const Values v = at(can, 2);
    EXPECT_NEAR(v.at("y"), 9.81 * 0.6 * 2 / 3 * 2, 1e-11);  // ½ (2/3) g sin α t²
    EXPECT_NEAR(v.at("x"), 0, 1e-13);
}

TEST(Lines, AConeRollsAboutItsApex) {
    const System cone = with(
        "ground plane z = 0\nbody top { mass 1; inertia (0.01, 0.01, 0.004); surface cone(0.3) at (0, 0, "
        "-0.4) }\n"
        "contact top on ground rolling\ninit q0 = cos(pi/4 - 0.15), q2 = sin(pi/4 - 0.15), y' = 0.5");
    const Values v = at(cone, 3);
    // The axis goes round uniformly at v/(h cos a).
    const double turned = 0.5 / (0.4 * std::cos(0.3)) * 3;
    const double apex = v.at("contact_x");
    EXPECT_NEAR(v.at("x") - apex, 0.4 * std::cos(0.3) * std::cos(turned), 1e-11);
    EXPECT_NEAR(v.at("y") - v.at("contact_y"), 0.4 * std::cos(0.3) * std::sin(turned), 1e-11);
}

TEST(Blade, IsChaplyginsSleighThatMayLean) {
    // Upright it is the sleigh: u˙ = a ω², J ω˙ = −m a u ω, tanh and sech of λt.
    const System sled = model(
        "model A { ground plane z = 0\n"
        "body sled { mass 2; inertia (1, 1, 3); surface blade along (1, 0, 0) at (-0.5, 0, 0) }\n"
        "contact sled on ground skating\n init x' = -0.7, y' = 0.6, q3' = 0.6 }");
    const Values v = at(sled, 4);
    const double c = 1 - 2 * (v.at("q2") * v.at("q2") + v.at("q3") * v.at("q3"));
    EXPECT_NEAR(v.at("wz"), 0.530296688805, 1e-11);
    EXPECT_NEAR(c, std::cos(4.453408274964 - 0.3), 1e-10);
}

// A flat base rocks on a sphere in a plane: the contact runs by Rθ along the base, and energy is exact.
TEST(FlatBase, RocksOnASphere) {
    const System plate = with(
        "param R = 1, h = 0.2, J = 0.1; support dome sphere(R)\n"
        "body plate { mass 1; inertia (J, J, 0.15); surface base at (0, 0, -h) }\n"
        "contact plate on dome rolling\ninit q0 = cos(0.1), q1 = sin(0.1), w1 = 0.4");
    const Values start = at(plate, 1e-9), v = at(plate, 1.5);
    const double theta = 2 * std::atan2(v.at("q1"), v.at("q0"));
    EXPECT_NEAR(v.at("contact2") - start.at("contact2"), -(theta - 0.2), 1e-9);
    EXPECT_NEAR(v.at("energy"), start.at("energy"), 1e-12);
    EXPECT_NEAR(v.at("x"), 0, 1e-13);
}

TEST(LossOfContact, OfASmallBallThatSlidesOffASphere) {
    // From rest near the top a point leaves where cos θ = 2/3.
    const auto body = [](const std::string& kind) {
        return with(
            "support dome sphere(1); body b { mass 1; inertia (1, 1, 1); surface point }\n contact b on "
            "dome " +
            kind + "\ninit x = 0.001, z = 1");
    };
    const Moved slid = moved(body("sliding"), 20);
    EXPECT_EQ(slid.result.end, End::left);
    EXPECT_EQ(slid.result.reason, "b leaves dome: the normal reaction vanishes");
    EXPECT_NEAR(slid.at_end.at("z"), 2.0 / 3, 1e-6);
    EXPECT_NEAR(slid.at_end.at("reaction"), 0, 1e-7);
    EXPECT_EQ(moved(body("sliding"), slid.result.t + 0.1, true).result.end, End::reached);
}

TEST(LossOfContact, OfABallThatRollsOffASphere) {
    // A homogeneous ball leaves where cos θ = 10/17.
    const System ball = with(
        "support dome sphere(1); body b { mass 1; shape ball(0.25) }\n contact b on dome rolling\n"
        "init x = 0.001, z = 1.25");
    const Moved rolled = moved(ball, 20);
    EXPECT_EQ(rolled.result.end, End::left);
    EXPECT_NEAR(rolled.at_end.at("z") / 1.25, 10.0 / 17, 1e-6);
}

TEST(LossOfContact, AtTheEndOfASurface) {
    const Moved fallen =
        moved(with("ground plane z = 0\nbody b { mass 1; shape disc(1) }\n contact b on ground rolling\n"
                   "init q0 = cos(pi/6), q1 = sin(pi/6)"),
              10);
    EXPECT_EQ(fallen.result.end, End::left);
    EXPECT_EQ(fallen.result.reason, "the rim has fallen flat and touches along a circle");
    const Moved low =
        moved(with("support wall cylinder(0.6, 0.2) inside; body b { mass 1; shape ball(0.1) }\n"
                   "contact b on wall rolling\ninit x = 0.5, y' = 3"),
              10);
    EXPECT_EQ(low.result.reason, "the point of contact reaches the end of the support");
    EXPECT_NEAR(low.at_end.at("z"), -0.1, 1e-9);
}

// Without gravity nothing presses, and rounding is no loss of contact.
TEST(LossOfContact, IsNotSeenWhereNothingPresses) {
    EXPECT_EQ(moved(model("model A { ground plane z = 0; body b { mass 1; shape ball(1) }\n"
                          "contact b on ground rolling; init w1 = 1, w2 = 2 }"),
                    50)
                  .result.end,
              End::reached);
}

TEST(ChaplyginsBall, KeepsItsIntegralsAsABody) {
    const System ball = model(R"(model A {
  param m = 1.3, a = 0.8, I1 = 1, I2 = 2, I3 = 2.5
  ground plane z = 0
  body ball { mass m; inertia (I1, I2, I3); surface sphere(a) }
  contact ball on ground rolling
  let D = m*a^2
  let wg = w1*gamma1 + w2*gamma2 + w3*gamma3
  let K1 = (I1 + D)*w1 - D*wg*gamma1
  let K2 = (I2 + D)*w2 - D*wg*gamma2
  let K3 = (I3 + D)*w3 - D*wg*gamma3
  init q0 = sqrt((1 + 0.7/sqrt(0.83))/2), q1 = -0.5/sqrt(1.66*(1 + 0.7/sqrt(0.83))),
      q2 = -0.3/sqrt(1.66*(1 + 0.7/sqrt(0.83))), w1 = 1, w2 = -0.6, w3 = 0.8
  expect integral K1^2 + K2^2 + K3^2
  expect integral K1*gamma1 + K2*gamma2 + K3*gamma3
})");
    const Values ten = at(ball, 10);
    EXPECT_NEAR(ten.at("w1"), 1.0858605021, 1e-9);
    EXPECT_NEAR(ten.at("w3"), -0.9148581945, 1e-9);
    EXPECT_NEAR(ten.at("gamma3"), -0.8978383043, 1e-9);
    SimulationOptions options;
    options.until = options.every.emplace(1e4);
    options.make = tiered;
    const SimulationResult result = Simulation(ball, std::move(options)).run();
    for (const Drift& d : result.drifts) EXPECT_LT(d.relative, 1e-13) << d.name;
}

// A rubber ball does not spin on what it touches: it turns with the table.
TEST(RubberBall, TurnsWithATurntable) {
    const System ball = with(
        "support table plane turning 2; body b { mass 1; shape ball(0.1) }\n contact b on table rubber\n"
        "init x = 0.3, y' = 0.4");
    for (const double t : {0.0, 1.0, 4.0}) EXPECT_NEAR(at(ball, t).at("wz"), 2, 1e-12);
}

// Where a body rolls its point of contact goes as far on the one surface as on the other.
TEST(Traces, AreAsLongOnASupportThatMovesAsOnTheBody) {
    const auto way = [](const Values& a, const Values& b, const std::vector<std::string>& names) {
        double sum = 0;
        for (const std::string& name : names) sum += std::pow(b.at(name) - a.at(name), 2);
        return std::sqrt(sum);
    };
    const System table = with(
        "ground plane z = 0 turning 3*cos(t); body b { mass 1; shape ball(0.1) }\n contact b on ground "
        "rolling\n"
        "init x = 0.3, y' = 0.4");
    const System wall = with(
        "support wall cylinder(0.6) inside turning 1.5; body b { mass 1; shape ball(0.1) }\n"
        "contact b on wall rolling\n init x = 0.5, y' = 3");
    constexpr double h = 1e-4;
    for (const double t : {0.7, 2.0}) {
        const Values a = at(table, t), b = at(table, t + h);
        const double on_body = way(a, b, {"contact1", "contact2", "contact3"});
        EXPECT_NEAR(way(a, b, {"trace1", "trace2"}), on_body, 1e-6 * on_body);
        const Values c = at(wall, t), d = at(wall, t + h);
        const double on_ball = way(c, d, {"contact1", "contact2", "contact3"});
        EXPECT_NEAR(way(c, d, {"trace1", "trace2", "trace3"}), on_ball, 1e-5 * on_ball);
    }
}

// Two rims on one axle: the slip across them is said twice, in components along x and y. The same as a vehicle, whose rows are
// along and across its wheels, from looking nearly along x, through y, and from y itself.
TEST(RollingRows, TwoRimsOnOneAxlePassThroughEveryDirection) {
    const auto segway = [](const std::string& start) {
        return at(model(R"(model A {
  param d = 0.3, l = 0.4, r = 0.25
  ground plane z = 0
  gravity 9.81 along (0, 0, -1)
  body car { mass 2; inertia (0.3, 0.3, 0.5); angles yaw about z }
  body right { mass 0.5; shape disc(r) along (0, 1, 0) }
  body left { mass 0.5; shape disc(r) along (0, 1, 0) }
  joint right on car at (-d, -l, 0) hinge turn1 along (0, 1, 0)
  joint left on car at (-d, l, 0) hinge turn2 along (0, 1, 0)
  contact right on ground rolling
  contact left on ground rolling
  init )" + start + "}"),
                  4);
    };
    const Values vehicle = at(model(R"(model A {
  param d = 0.3, l = 0.4, r = 0.25
  frame car { mass 2; inertia 0.5; at (0, d) }
  axle pair on car { wheels radius r, track 2*l, mass 0.5, spin 0.5*r^2/2, turn 0.5*r^2/4 }
  init y' = 1, psi' = 0.7
})"),
                              4);
    for (const double yaw : {0.3, std::acos(0.0), std::acos(0.0) - 1e-7, 3.0}) {
        const std::string angle = decimal(yaw, 17);
        const Values ours =
            segway("yaw = " + angle + ", yaw' = 0.7, car_x' = cos(" + angle + ") - d*0.7*sin(" + angle +
                   "), car_y' = sin(" + angle + ") + d*0.7*cos(" + angle + ")");
        EXPECT_NEAR(ours.at("yaw") - yaw, vehicle.at("psi"), 1e-10) << yaw;
        EXPECT_NEAR(ours.at("turn1"), vehicle.at("pair_phi1"), 1e-10) << yaw;
        EXPECT_NEAR(ours.at("turn2"), vehicle.at("pair_phi2"), 1e-10) << yaw;
    }
}

// On a cylinder at rest a cylinder rolls from the top like a point: with φ the angle of the line of centres from the vertical,
// (m + J/r²) (R + r) φ̈ = m g sin φ.
TEST(ParallelCylinders, RollLikeAPendulum) {
    const Values log = at(model(R"(model A {
  param R = 2, r = 0.5
  support trunk cylinder(R) along (0, 1, 0)
  gravity 9.81 along (0, 0, -1)
  body log { mass 3; shape cylinder(r, 1) along (0, 1, 0); surface cylinder(r) along (0, 1, 0) }
  contact log on trunk rolling
  init x = (R + r)*sin(0.1), z = (R + r)*cos(0.1), q0 = 1
})"),
                          0.8);
    const Values right =
        at(model("model A { coord phi; kinetic phi'^2*1.5*2.5/2; potential 9.81*cos(phi); init phi = 0.1 }"),
           0.8);
    EXPECT_NEAR(std::atan2(log.at("x"), log.at("z")), right.at("phi"), 1e-11);
    EXPECT_NEAR(log.at("y"), 0, 1e-12);
    EXPECT_NEAR(log.at("wy"), 2.5 / 0.5 * right.at("phi'"), 1e-10);
}

// A ball on a table that shakes: rolling passes 2/7 of the table's acceleration on to the ball.
TEST(MovingSupports, ABallRollsOnAShakingTable) {
    const std::string ball = "gravity 9.81 along (0, 0, -1); body ball { mass 1; shape ball(0.3) }\n";
    const double t = 1.3, shaken = 0.2 * std::sin(3 * t);
    const Values table = at(model("model A { support table plane at (0.2*sin(3*t), 0, 0)\n" + ball +
                                  "contact ball on table rolling; init x' = 0 }"),
                            t);
    // x = 2/7 s + (x' − 2/7 s')₀ t, with s'(0) = 0.6
    EXPECT_NEAR(table.at("x"), 2.0 / 7 * shaken - 2.0 / 7 * 0.6 * t, 1e-11);
    EXPECT_NEAR(table.at("z"), 0.3, 1e-12);
    const Values lift = at(model("model A { ground plane z = 0.1*sin(2*t)\n" + ball +
                                 "contact ball on ground rolling; init x' = 1 }"),
                           t);
    EXPECT_NEAR(lift.at("z"), 0.3 + 0.1 * std::sin(2 * t), 1e-11);
    EXPECT_NEAR(lift.at("x"), t, 1e-11);
    EXPECT_NEAR(lift.at("lambda_height"), 9.81 - 0.4 * std::sin(2 * t), 1e-9);
}

// A beam that is a blade slides over a ball in a vertical plane: its edge stays tangent, x sin θ + z cos θ = R + h.
TEST(Blades, ABladeSlidesOverABall) {
    const Values beam = at(model(R"(model A {
  support dome sphere(1)
  gravity 9.81 along (0, 0, -1)
  body beam { mass 2; inertia (0.5, 0.5, 0.5); surface blade along (1, 0, 0) at (0, 0, -0.1) }
  contact beam on dome skating
  init x = 0.05, z = 1.1, q0 = 1, q2' = 0.15
})"),
                           0.3);
    const Values right = at(model(R"(model A {
  coord x, th
  let z = (1.1 - x*sin(th))/cos(th)
  kinetic x'^2 + z'^2 + th'^2/4
  potential 2*9.81*z
  init x = 0.05, th' = 0.3
})"),
                            0.3);
    EXPECT_NEAR(beam.at("y"), 0, 1e-11);
    EXPECT_NEAR(beam.at("x"), right.at("x"), 1e-10);
    EXPECT_NEAR(-beam.at("gamma1"), std::sin(right.at("th")), 1e-10);
}

// Across a cylinder the same: its parameters and the place along the edge are coordinates.
TEST(Blades, ABladeSlidesOverACylinder) {
    const auto beam = [](const std::string& support, const std::string& start) {
        return at(model("model A { gravity 9.81 along (0, 0, -1)\n" + support +
                        "body beam { mass 2; inertia (0.5, 0.5, 0.5); surface blade along (1, 0, 0) at (0, "
                        "0, -0.1) }\n"
                        "contact beam on s sliding; init x = 0.05, z = 1.1, x' = 0, q0 = 1, q2' = 0.15" +
                        start + "}"),
                  0.3);
    };
    const Values ball = beam("support s sphere(1)\n", "");
    const Values drum = beam("support s cylinder(1) along (0, 1, 0)\n", ", support_u = 0, contact_s = -0.05");
    EXPECT_NEAR(ball.at("x"), drum.at("x"), 1e-10);
    EXPECT_NEAR(ball.at("gamma1"), drum.at("gamma1"), 1e-10);
}

// Béghin 1929: an egg rolls without spin on an equal one, from the place of its mirror image in the tangent plane, and stays that. With a
// spin at the start allowed it does not.
TEST(EqualBodiesOfRevolution, StayMirrorImages) {
    const auto gaps = [](const std::string& kind) {
        const System eggs = with(
            "param b = 0.5, a = 0.8\n support twin revolution(b*sqrt(1 - z^2/a^2), -0.7, 0.7)\n"
            "body egg { mass 1; inertia (0.1, 0.12, 0.07); surface revolution(b*sqrt(1 - z^2/a^2), -0.7, "
            "0.7) }\n"
            "contact egg on twin " +
            kind +
            "\n"
            "init q0 = 1, x = 2*b, contact_u = 0, contact_v = pi, support_u = 0, support_v = 0, support_u' = "
            "0.6, "
            "support_v' = 1.5" +
            (kind == "rubber" ? "" : ", contact_u' = 0.6, contact_v' = -1.5, wx = 0.7"));
        SimulationOptions options;
        options.until = options.every.emplace(0.3);
        options.make = tiered;
        options.keeps_contact = true;
        options.form = find_form("lagrange-multipliers");
        Simulation simulation(eggs, std::move(options));
        const SimulationResult result = simulation.run();
        Values at_end;
        for (std::size_t k = 0; k < simulation.columns().size(); ++k)
            at_end[simulation.columns()[k].name] = result.final.at(k);
        return std::pair{at_end.at("support_u") - at_end.at("contact_u"),
                         at_end.at("support_v") + at_end.at("contact_v") - std::acos(-1.0)};
    };
    EXPECT_NEAR(gaps("rubber").first, 0, 1e-10);
    EXPECT_NEAR(gaps("rubber").second, 0, 1e-10);
    EXPECT_GT(std::abs(gaps("rolling").first) + std::abs(gaps("rolling").second), 1e-3);
}

// By Newton's and Euler's equations with multipliers, in long double from first principles; the same in forms that solve for velocities each in its own way.
TEST(Rubber, AnEllipsoidInABowlMovesInEveryForm) {
    const System bowl = model(R"(model RubberBowl {
  support bowl graph(x^2/2 + 3/4*y^2 + x*y/5)
  gravity 9.81 along (0, 0, -1)
  body d { mass 1; inertia (0.02, 0.03, 0.025; 0, 1/500, 0); surface ellipsoid(0.2, 0.15, 0.1) }
  contact d on bowl rubber
  init q0 = 0.8980265101338745035677, q1 = 0.1796053020267749007135, q2 = -0.1796053020267749007135, q3 = 0.3592106040535498014271, x = 0.3073028681684935273980, y = -0.09973210484772963484054, z = 0.1824976060537984333302
  init support_u = 0.3, support_v = -0.2
  init w1 = 0.1729032258064516129032, w2 = -3.211612903225806451613, w3 = 2.047741935483870967742
})");
    const Values wanted{{"x", -0.0354611505457329},         {"y", 0.04770832436758444},
                        {"z", 0.15166366494653716},         {"q0", 0.6110651288107446},
                        {"q1", -0.637934572736643},         {"q2", -0.38118697740195406},
                        {"q3", 0.27264514944885215},        {"support_u", -0.03480891031128948},
                        {"support_v", 0.039440527261286835}};
    for (const char* id : {"maggi", "kane", "hamel", "appell", "gauss", "voronets", "ferrers", "volterra",
                           "chetaev", "tatarinov", "lagrange-multipliers"}) {
        const EquationForm& form = *find_form(id);
        SimulationOptions options{.until = 1, .every = 1, .form = &form, .make = tiered};
        Simulation simulation(bowl, std::move(options));
        const SimulationResult result = simulation.run();
        EXPECT_EQ(result.end, End::reached) << form.id << ": " << result.reason;
        if (result.end != End::reached) continue;
        for (std::size_t k = 0; k < simulation.columns().size(); ++k)
            if (const auto w = wanted.find(simulation.columns()[k].name); w != wanted.end())
                EXPECT_NEAR(result.final[k], w->second, 1e-13) << form.id << " " << w->first;
    }
}

// A plane motion of two cylinders, by Lagrange's equations for its two angles.
TEST(Lines, ACylinderRollsOnOneThatRolls) {
    const Values end = at(model(R"(model LogLog {
  ground plane z = 0
  gravity 9.81 along (0, 0, -1)
  body a { mass 2; inertia (0.3, 0.3, 0.3); surface cylinder(0.5) along (0, 1, 0) }
  body b { mass 1; inertia (0.03, 0.03, 0.03); surface cylinder(0.2) along (0, 1, 0) }
  support trunk cylinder(0.5) along (0, 1, 0) on a
  contact a on ground rolling
  contact b on trunk rolling
  spring 4 between a and space at (0, 0, 0.5)
  init a_x = 0.1, a_x' = 0, b_x = 0.1 + 0.7*sin(0.05), b_z = 0.5 + 0.7*cos(0.05), b_x' = 0.7*0.2*cos(0.05)
})"),
                          0.9);
    EXPECT_NEAR(end.at("a_x"), 0.060897427754010004, 1e-13);
    EXPECT_NEAR(end.at("b_x"), 0.549924683039674, 1e-13);
    EXPECT_NEAR(end.at("b_z"), 1.0008516183339833, 1e-13);
    EXPECT_NEAR(end.at("b_x'"), 1.0277811666883383, 1e-12);
}

}  // namespace
}  // namespace anholon
