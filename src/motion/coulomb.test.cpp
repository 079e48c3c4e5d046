#include "motion/coulomb.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "model/friction_refusal.hpp"
#include "model/read_model.test.hpp"
#include "model/refusal.hpp"
#include "motion/exported.hpp"
#include "motion/moved.test.hpp"

// Dry friction: against closed forms of each phase.
namespace anholon {
namespace {

using End = SimulationResult::End;
using testing::HasSubstr;

std::vector<std::string> modes(const SimulationResult& r) {
    std::vector<std::string> out;
    for (const FrictionPhase& phase : r.friction) out.emplace_back(phase.mode);
    return out;
}

// A block of 2 kg on a table.
System block(const std::string& statements, const std::string& friction = "friction 0.3 on floor: x'") {
    return model(
        "model A { coord x, y, z\n kinetic x'^2 + y'^2 + z'^2\n potential 20*z\n constraint floor: z = 0\n" +
        friction + "\n" + statements + "}");
}

TEST(Coulomb, BlockComesToRestAndStays) {
    const Moved m = moved(block("init x' = 3"), 5);
    EXPECT_EQ(modes(m.result), (std::vector<std::string>{"slides", "sticks"}));
    EXPECT_NEAR(m.result.friction[1].t, 1, 1e-14);  // v/(μ g)
    EXPECT_NEAR(m.at_end.at("x"), 1.5, 1e-14);
    EXPECT_NEAR(m.at_end.at("x'"), 0, 1e-15);
    EXPECT_NEAR(m.at_end.at("friction_floor"), 0, 1e-14);
}

// From rest under a growing force: the block is torn loose where it is as large as μ N.
TEST(Coulomb, BlockIsTornLoose) {
    const Moved m = moved(block("force on x: 2*t"), 5);
    ASSERT_EQ(modes(m.result), (std::vector<std::string>{"sticks", "slides"}));
    EXPECT_NEAR(m.result.friction[1].t, 3, 1e-13);
    // 2 x'' = 2 t − 6
    EXPECT_NEAR(m.at_end.at("x'"), 2, 1e-13);
    EXPECT_NEAR(m.at_end.at("x"), 8.0 / 6, 1e-13);
    EXPECT_NEAR(m.at_end.at("friction_floor"), -6, 1e-13);
}

TEST(Coulomb, BlockIsTornLooseInThePlane) {
    const Moved m = moved(block("force on x: 1.2*t, y: -1.6*t", "friction 0.3 on floor: x', y'"), 5);
    ASSERT_EQ(modes(m.result), (std::vector<std::string>{"sticks", "slides"}));
    EXPECT_NEAR(m.result.friction[1].t, 3, 1e-13);
    EXPECT_NEAR(m.at_end.at("x"), 0.6 * 8.0 / 6, 1e-8);
    EXPECT_NEAR(m.at_end.at("y"), -0.8 * 8.0 / 6, 1e-8);
}

// Thrown up a slope, it comes to rest there and, if the slope is steep, slides back.
TEST(Coulomb, SlideUpAndDown) {
    const Moved steep = moved(block("force on x: -8\n init x' = 7"), 3);
    ASSERT_EQ(modes(steep.result), (std::vector<std::string>{"slides", "reverses"}));
    EXPECT_NEAR(steep.result.friction[1].t, 1, 1e-14);  // 2 x'' = −8 − 6
    EXPECT_NEAR(steep.at_end.at("x"), 3.5 - 0.5 * 4, 1e-13);
    const Moved flat = moved(block("force on x: -5\n init x' = 5.5"), 3);
    ASSERT_EQ(modes(flat.result), (std::vector<std::string>{"slides", "sticks"}));
    EXPECT_NEAR(flat.at_end.at("x"), 2.75, 1e-13);
    EXPECT_NEAR(flat.at_end.at("friction_floor"), 5, 1e-13);
}

// A spring on a belt: from rest it slides up to the speed of the belt, moves with it, and swings about the force of friction from then on.
TEST(Coulomb, SpringOnABelt) {
    const double omega = 2, most = 0.3 * 10 / 4, V = 1;  // 2 x'' = −8 x + 6
    const System belt = block("potential 4*x^2", "friction 0.3 on floor: x' - 1");
    const double caught = std::asin(V / (most * omega)) / omega,
                 at_catch = most * (1 - std::cos(omega * caught));
    const double torn = caught + (most - at_catch) / V;
    const Moved m = moved(belt, 4);
    ASSERT_GE(m.result.friction.size(), 3u);
    EXPECT_EQ(m.result.friction[1].mode, "sticks");
    EXPECT_NEAR(m.result.friction[1].t, caught, 1e-14);
    EXPECT_EQ(m.result.friction[2].mode, "slides");
    EXPECT_NEAR(m.result.friction[2].t, torn, 1e-13);
    EXPECT_NEAR(m.at_end.at("x"), most + V / omega * std::sin(omega * (4 - torn)), 1e-12);
}

TEST(Coulomb, GuideThatPressesOnEitherSide) {
    // N = −10 cos t: friction 0.3·|N| brakes whichever side presses.
    const System guided = model(
        "model A { coord x, y\n kinetic x'^2 + y'^2\n constraint guide: y = 0\n friction 0.3 on guide: x'\n"
        "force on y: 10*cos(t)\n init x' = 9 }");
    const Moved m = moved(guided, 4);
    ASSERT_EQ(m.result.friction.size(), 2u);
    EXPECT_NEAR(m.result.friction[1].t, std::acos(0.0), 1e-13);
    EXPECT_NEAR(m.at_end.at("x'"), 9 - 1.5 * (2 - std::sin(4.0)), 1e-12);
}

TEST(Coulomb, RegularisedLawTendsToIt) {
    const auto speed = [](const std::string& eps) {
        return at(block("init x' = 3", "friction 0.3 on floor: x' regularised " + eps), 0.5).at("x'");
    };
    EXPECT_NEAR(speed("0.01"), 1.5, 1e-4);
    EXPECT_NEAR(speed("0.001"), 1.5, 1e-6);
    EXPECT_GT(std::fabs(speed("0.3") - 1.5), 1e-3);
}

TEST(Coulomb, BallSlidesThenRolls) {
    const Moved m = moved(from_gallery("bowling-ball"), 2);
    ASSERT_EQ(modes(m.result), (std::vector<std::string>{"slides", "sticks"}));
    EXPECT_NEAR(m.result.friction[1].t, 2 / (0.2 * 9.81), 1e-13);  // 2 v/(7 μ g)
    EXPECT_NEAR(m.at_end.at("vx"), 5, 1e-13);
    EXPECT_NEAR(m.at_end.at("reaction"), 6 * 9.81, 1e-11);
    EXPECT_EQ(m.result.friction[1].words, "ball rolls on the ground");
}

// It rolls iff tan α ≤ 3 μ.
TEST(Coulomb, DiscRollsIffTheSlopeIsNoSteeperThanThreeMu) {
    const auto disc = [](const std::string& mu) {
        return moved(model(changed(gallery_text("disc-on-incline"), "mu = 0.15", "mu = " + mu)), 1.5).result;
    };
    const double steepest = std::tan(std::acos(-1.0) / 6) / 3;  // 0.19245…
    EXPECT_EQ(modes(disc("0.1925")), std::vector<std::string>{"sticks"});
    EXPECT_EQ(modes(disc("0.1924")), std::vector<std::string>{"slides"});
    EXPECT_TRUE(0.1924 < steepest && steepest < 0.1925);
}

TEST(Painleve, WheelPairInAGuide) {
    const std::string text = gallery_text("painleve-klein");
    const Moved m = moved(model(text), 5);
    EXPECT_EQ(m.result.end, End::undetermined);
    EXPECT_THAT(m.result.reason, HasSubstr("Painlevé's paradox at guide"));
    EXPECT_NEAR(m.at_end.at("theta"), std::atan(0.2), 1e-9);
    // Without enough friction there is none: μ² < 4 (m l²/J)(1 + m l²/J).
    EXPECT_EQ(moved(model(changed(text, "mu = 1.5", "mu = 1.1")), 1).result.end, End::reached);
}

// A rod on its tip: the normal reaction is multiplied by 1 + 3 cos²θ − 3 μ sin θ cos θ.
TEST(Painleve, RodOnItsTip) {
    const auto rod = [](const std::string& mu, const std::string& speed) {
        return model(
            "model A { param g = 9.81\n gravity g along (0, 0, -1)\n ground plane z = 0\n"
            "body rod { mass 1; inertia (0.01, 1/3, 1/3); surface point at (-1, 0, 0) }\n"
            "contact rod on ground friction " +
            mu + "\n init q0 = cos(pi/8), q2 = -sin(pi/8), vx = " + speed + " }");
    };
    const auto reason = [&](const System& system) {
        SimulationOptions options;
        options.until = 0.01;
        return Simulation(system, options).run();
    };
    const SimulationResult wrong = reason(rod("2", "-1"));
    EXPECT_EQ(wrong.end, End::undetermined);
    EXPECT_THAT(wrong.reason, HasSubstr("is -0.2 with mu = 2"));
    EXPECT_EQ(reason(rod("2", "1")).end, End::reached);
    EXPECT_EQ(reason(rod("1.5", "-1")).end, End::reached);
}

// A bead on a ring, driven from rest: the reaction N = m v²/R begins at 0, and v' = F − μ v².
TEST(Coulomb, ReactionThatBeginsAtZeroBrakes) {
    const Moved ring = moved(model("model A { coord x, y; kinetic (x'^2 + y'^2)/2; "
                                   "constraint ring: sqrt(x^2 + y^2) = 1; "
                                   "friction 0.2 on ring: x*y' - y*x'; force on x: -y, y: x; init x = 1 }"),
                             4);
    EXPECT_NEAR(std::hypot(ring.at_end.at("x'"), ring.at_end.at("y'")),
                std::sqrt(5) * std::tanh(std::sqrt(0.2) * 4), 1e-9);
    for (const std::string law : {"", " regularised 1e-6"}) {  // N = −sin t: 2 x'' = −0.3 |sin t|
        const Moved pushed =
            moved(model("model A { coord x, y; kinetic x'^2 + y'^2; constraint floor: y = 0; "
                        "friction 0.3 on floor: x'" +
                        law + "; force on y: sin(t); init x' = 1 }"),
                  3);
        EXPECT_NEAR(pushed.at_end.at("x'"), 1 - 0.15 * (1 - std::cos(3)), 1e-8) << law;
    }
}

// A belt that is switched on, or turned back.
TEST(Coulomb, SlipsMayJump) {
    const Moved on = moved(block("", "friction 0.3 on floor: x' - if(t < 1, 0, 1)"), 3);
    EXPECT_EQ(modes(on.result), (std::vector<std::string>{"sticks", "slides", "sticks"}));
    EXPECT_NEAR(on.result.friction[2].t, 1 + 1.0 / 3, 1e-12);
    EXPECT_NEAR(on.at_end.at("x'"), 1, 1e-12);
    const Moved back = moved(block("", "friction 0.3 on floor: x' - if(t < 0.1, 0.5, -1)"), 3);
    EXPECT_NEAR(back.at_end.at("x'"), -1, 1e-12);
    EXPECT_NEAR(back.result.friction.back().t, 0.1 + (1 + 0.3) / 3, 1e-12);
    const Moved plane = moved(block("", "friction 0.3 on floor: x' - if(t < 1, 0, 1), y'"), 0.3);
    EXPECT_EQ(plane.at_end.at("x'"), 0);
}

// Torn loose a second time, the slip turns with the force. The reference integrates v' = F − μ g v/|v| from v = w τ²/2 by itself: near
// the break-away F = μ g d + F' τ, so that v begins along d with w = (F'·d) d.
TEST(Coulomb, DirectionTurnsAfterASecondBreakAway) {
    const Moved m = moved(model("model A { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; potential 10*z; "
                                "constraint floor: z = 0; friction 0.3 on floor: x', y'; "
                                "force on x: 2*t, y: t^2; init x' = 1 }"),
                          4);
    const double torn = std::sqrt(std::sqrt(13.0) - 2), tau = 1e-4;  // 4 t² + t⁴ = 9
    using V = std::array<double, 2>;
    const V d{2 * torn / 3, torn * torn / 3};
    const double w = 2 * d[0] + 2 * torn * d[1];
    const auto rate = [](double t, const V& v) {
        const double speed = std::hypot(v[0], v[1]);
        return V{2 * t - 3 * v[0] / speed, t * t - 3 * v[1] / speed};
    };
    const auto plus = [](const V& a, const V& b, double h) { return V{a[0] + h * b[0], a[1] + h * b[1]}; };
    V v{w * tau * tau / 2 * d[0], w * tau * tau / 2 * d[1]};
    for (double t = torn + tau; 4 - t > 1e-15;) {
        const double h = std::min({std::hypot(v[0], v[1]) / 15, 1e-3, 4 - t});
        const V k1 = rate(t, v), k2 = rate(t + h / 2, plus(v, k1, h / 2)),
                k3 = rate(t + h / 2, plus(v, k2, h / 2)), k4 = rate(t + h, plus(v, k3, h));
        for (std::size_t i = 0; i < 2; ++i) v[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
        t += h;
    }
    EXPECT_EQ(modes(m.result), (std::vector<std::string>{"slides", "sticks", "slides"}));
    EXPECT_NEAR(m.result.friction[2].t, torn, 1e-12);
    EXPECT_NEAR(m.at_end.at("x'"), v[0], 1e-8);
    EXPECT_NEAR(m.at_end.at("y'"), v[1], 1e-8);
}

// Pushed to and fro in the plane, it is torn loose, stops and is torn loose again. A force along one line is that of one direction.
TEST(Coulomb, SlipsInThePlaneBeginAndEndAgain) {
    const auto pushed = [](const std::string& slips, const std::string& forces) {
        return moved(block(forces, "friction 0.3 on floor: " + slips), 12);
    };
    const Moved line = pushed("x'", "force on x: 6.5*sin(t)"),
                plane = pushed("x', y'", "force on x: 3.9*sin(t), y: 5.2*sin(t)");
    ASSERT_EQ(modes(line.result), modes(plane.result));
    ASSERT_GT(line.result.friction.size(), 6u);
    for (std::size_t k = 0; k < line.result.friction.size(); ++k)
        EXPECT_NEAR(line.result.friction[k].t, plane.result.friction[k].t, 1e-7);
    EXPECT_NEAR(plane.at_end.at("x"), 0.6 * line.at_end.at("x"), 1e-8);
    EXPECT_NEAR(plane.at_end.at("y"), 0.8 * line.at_end.at("x"), 1e-8);
}

// A switch during rest does not start a motion: 0.5 and 1 N are less than 3 N.
TEST(Coulomb, SwitchesDoNotDisturbRest) {
    const auto with = [](const std::string& force) {
        return moved(model("model A { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; potential 10*z; "
                           "constraint floor: z = 0; friction 0.3 on floor: x', y'; force on " +
                           force + "; init x' = 3, y' = 1 }"),
                     5);
    };
    for (const std::string force :
         {"x: if(t < 2, 0, 1), y: 0.5*sin(t)", "x: 0.5*sign(sin(20*t)), y: cos(t)"}) {
        const Moved m = with(force);
        EXPECT_EQ(m.result.end, End::reached) << m.result.reason;
        EXPECT_EQ(modes(m.result), (std::vector<std::string>{"slides", "sticks"})) << force;
        EXPECT_NEAR(m.at_end.at("x'"), 0, 1e-15);
    }
    // And what is switched to 5 N does: x'' = 5 − 3.
    const Moved torn = with("x: if(t < 2, 0, 5)");
    ASSERT_EQ(modes(torn.result), (std::vector<std::string>{"slides", "sticks", "slides"}));
    EXPECT_NEAR(torn.result.friction[2].t, 2, 1e-13);
    EXPECT_NEAR(torn.at_end.at("x'"), 6, 1e-7);
}

// --- contacts that hold each other

// A ladder at the angle φ stands iff cot φ ≤ 2 μ1/(1 − μ1 μ2).
TEST(Coulomb, LadderStandsAsLongAsBothContactsMayHoldIt) {
    const auto ladder = [](double phi) {
        return moved(
            model("model Ladder { param m = 1, l = 0.5, J = 1/12, g = 9.81, mu1 = 0.6, mu2 = 0.3; coord x, "
                  "y, phi; "
                  "kinetic m/2*(x'^2 + y'^2) + J/2*phi'^2; potential m*g*y; "
                  "constraint floor: y - l*sin(phi) = 0; constraint wall: x - l*cos(phi) = 0; "
                  "friction mu1 on floor: x' - l*sin(phi)*phi'; friction mu2 on wall: y' + l*cos(phi)*phi'; "
                  "init phi = " +
                  std::to_string(phi) + " }"),
            0.1);
    };
    const double least = std::atan((1 - 0.6 * 0.3) / (2 * 0.6));
    for (const double phi : {1.3, least + 1e-3}) {
        const Moved stands = ladder(phi);
        EXPECT_EQ(stands.result.end, End::reached) << stands.result.reason;
        EXPECT_EQ(modes(stands.result), (std::vector<std::string>{"sticks", "sticks"}));
        EXPECT_NEAR(stands.at_end.at("phi"), phi, 1e-6);
        EXPECT_NEAR(stands.at_end.at("phi'"), 0, 1e-15);
        // Whatever the open forces are, they hold the weight.
        EXPECT_NEAR(stands.at_end.at("lambda_floor") + stands.at_end.at("friction_wall"), 9.81, 1e-12);
        EXPECT_NEAR(stands.at_end.at("lambda_wall") + stands.at_end.at("friction_floor"), 0, 1e-12);
    }
    EXPECT_EQ(modes(ladder(least - 1e-3).result), (std::vector<std::string>{"slides", "slides"}));
}

// A man climbs: the force at its foot grows until the ladder slides, when the most that both contacts give is not enough.
TEST(Coulomb, LadderSlidesAtTheLastMoment) {
    // A horizontal force F at the middle pulls it away from the wall. With φ = 1: torques about the foot, both frictions at their limits.
    const double mu1 = 0.6, mu2 = 0.3, g = 9.81, phi = 1;
    const Moved m = moved(
        model("model Ladder { param l = 0.5; coord x, y, phi; kinetic (x'^2 + y'^2)/2 + phi'^2/24; potential "
              "9.81*y; "
              "constraint floor: y - l*sin(phi) = 0; constraint wall: x - l*cos(phi) = 0; "
              "friction 0.6 on floor: x' - l*sin(phi)*phi'; friction 0.3 on wall: y' + l*cos(phi)*phi'; "
              "force on x: t; init phi = 1 }"),
        6);
    // N1 + μ2 N2 = g;  N2 + F = μ1 N1, and about the middle: N1 cos φ − μ1 N1 sin φ − N2 sin φ − μ2 N2 cos φ = 0.
    const double ratio =
        (std::cos(phi) - mu1 * std::sin(phi)) / (std::sin(phi) + mu2 * std::cos(phi));  // N2/N1
    const double N1 = g / (1 + mu2 * ratio), F = mu1 * N1 - ratio * N1;
    ASSERT_GE(m.result.friction.size(), 3u);
    EXPECT_NEAR(m.result.friction[2].t, F, 1e-10);
    EXPECT_EQ(m.result.friction[2].mode, "slides");
}

// A disc that spins in a corner: both contacts brake it, and both hold it.
TEST(Coulomb, DiscComesToRestInACorner) {
    const Moved m = moved(
        model("model Corner { param m = 2, r = 0.1, g = 9.81, mu = 0.3; coord x, y, phi; "
              "kinetic m/2*(x'^2 + y'^2) + m*r^2/4*phi'^2; potential m*g*y; constraint floor: y = 0; "
              "constraint wall: x = 0; friction mu on floor: x' + r*phi'; friction mu on wall: y' + r*phi'; "
              "init phi' = 50 }"),
        5);
    EXPECT_EQ(m.result.end, End::reached) << m.result.reason;
    EXPECT_EQ(modes(m.result), (std::vector<std::string>{"slides", "slides", "sticks", "sticks"}));
    // N2 = μ N1 and N1 = m g + μ N2; J φ'' = −r μ (N1 + N2), J = m r²/2
    const double mu = 0.3, N1 = 2 * 9.81 / (1 - mu * mu), alpha = 0.1 * mu * (1 + mu) * N1 / 0.01;
    EXPECT_NEAR(m.result.friction.back().t, 50 / alpha, 1e-12);
    EXPECT_NEAR(m.at_end.at("phi"), 50 * 50 / (2 * alpha), 1e-11);
    EXPECT_NEAR(m.at_end.at("phi'"), 0, 1e-15);
}

// A plate on two rails: both slip the same way, and hold it together up to 2·0.3·5 = |F| = √(1 + 1/4) t.
TEST(Coulomb, PlateOnTwoRails) {
    const Moved m = moved(
        model("model Rails { coord x, y, z, phi; kinetic (x'^2 + y'^2 + z'^2)/2 + phi'^2/6; potential 10*z; "
              "constraint left: z - 0.5*sin(phi) = 0; constraint right: z + 0.5*sin(phi) = 0; "
              "friction 0.3 on left: x', y'; friction 0.3 on right: x', y'; force on x: t, y: 0.5*t }"),
        4);
    EXPECT_EQ(modes(m.result), (std::vector<std::string>{"sticks", "sticks", "slides", "slides"}));
    const double torn = 3 / std::sqrt(1.25),
                 speed = std::sqrt(1.25) * (16 - torn * torn) / 2 - 3 * (4 - torn);
    EXPECT_NEAR(m.result.friction[2].t, torn, 1e-8);
    EXPECT_NEAR(std::hypot(m.at_end.at("x'"), m.at_end.at("y'")), speed, 1e-7);
}

// A ball that rolls along a corner turns about two axes at once: (m + 2 J/r²) y'' = m g_y, with 2 J/(m r²) = 4/5.
TEST(Coulomb, BallRollsAlongACorner) {
    const std::string corner =
        "model Corner { ground plane z = 0; support wall plane along (1, 0, 0); gravity 10 along (-0.6, "
        "0.36, -0.7); "
        "body b { mass 1; shape ball(0.1) }; contact b on ground friction 0.5; contact b on wall friction "
        "0.5; "
        "init x = 0.1 }";
    const Moved m = moved(model(corner), 1);
    EXPECT_EQ(m.result.end, End::reached) << m.result.reason;
    EXPECT_EQ(modes(m.result), (std::vector<std::string>{"sticks", "sticks"}));
    const double g = 10 * 0.36 / std::sqrt(0.6 * 0.6 + 0.36 * 0.36 + 0.7 * 0.7);
    EXPECT_NEAR(m.at_end.at("y"), g / 1.8 / 2, 1e-13);
    EXPECT_NEAR(m.at_end.at("wx"), -g / 1.8 / 0.1, 1e-11);
    EXPECT_NEAR(m.at_end.at("wz"), g / 1.8 / 0.1, 1e-11);
}

// Friction on the ground drives a spinning ball away from a post that gravity alone presses it against: it leaves, and there is no paradox.
TEST(Coulomb, FrictionDrivesABallOffAPost) {
    const auto spinning = [](const std::string& w2) {
        SimulationOptions options;
        options.until = 0.1;
        return Simulation(model("model A { ground plane z = 0; support post cylinder(1); gravity 10 along "
                                "(-0.1, 0, -1); "
                                "body b { mass 1; shape ball(0.1) }; contact b on ground friction 0.5; "
                                "contact b on post friction 0.1; init x = 1.1, w2 = " +
                                w2 + " }"),
                          options)
            .run();
    };
    const SimulationResult away = spinning("30");
    EXPECT_EQ(away.end, End::left);
    EXPECT_THAT(away.reason, HasSubstr("b leaves post"));
    EXPECT_EQ(spinning("0").end, End::reached);
}

TEST(Coulomb, CoefficientsStayPositive) {
    const Moved m = moved(block("init x' = 4", "friction 0.3*(1 - x) on floor: x'"), 3);
    EXPECT_EQ(m.result.end, End::undetermined);
    EXPECT_THAT(m.result.reason, HasSubstr("becomes negative"));
}

TEST(Coulomb, TimeRunsForward) {
    SimulationOptions options;
    options.until = -1;
    EXPECT_THAT(Simulation(block("init x' = 3"), options).run().reason, HasSubstr("cannot be followed back"));
}

TEST(Coulomb, OtherFormsRefuse) {
    const System system = block("");
    for (const EquationForm& form : all_forms())
        if (form.id != "dry-friction")
            EXPECT_THAT(form.inapplicable(Setting(system)).value_or(""), HasSubstr("dry friction"))
                << form.id;
    EXPECT_EQ(law_of_motion(system).id, "dry-friction");
    EXPECT_THROW(refuse_friction(system, "this"), Refusal);
}

// A ball whose friction is regularised obeys one smooth law: its rates are those of a sphere that is pushed by −μ m g v/√(v² + ε²).
TEST(Coulomb, ARegularisedContactIsSmooth) {
    const System system = model(
        "model R { ground plane z = 0; gravity 10 along (0, 0, -1); body b { mass 2; shape ball(0.1) }\n"
        "contact b on ground friction 0.2 regularised 0.05; init x' = 0.07, w2 = 0.3 }");
    EXPECT_FALSE(no_smooth_equations(system));
    EXPECT_THROW(refuse_friction(system, "this"), Refusal);
    const ExportedEquations exported = exported_equations(system, law_of_motion(system));
    EXPECT_TRUE(exported.can_start);
    RateFunction rates(exported.equations);
    std::vector<double> dx(rates.size());
    ASSERT_TRUE(rates.rates(0, exported.equations.initial, dx));
    const double slip = 0.07 - 0.1 * 0.3, a = -0.2 * 10 * slip / std::hypot(slip, 0.05);
    const auto rate = [&](const std::string& name) {
        const std::vector<Expr>& state = exported.equations.state;
        const auto at = std::ranges::find(state, system.c().find(name, 1));
        return dx[static_cast<std::size_t>(at - state.begin())];
    };
    EXPECT_NEAR(rate("x"), a, 1e-13);
    // q2'' = w2˙/2 at q0 = 1, w2˙ = −a r m/(2/5 m r²); and a guide may press on either side.
    EXPECT_NEAR(rate("q2"), -a / (0.4 * 0.1) / 2, 1e-11);
    EXPECT_TRUE(no_smooth_equations(
        model("model G { coord x, y; kinetic (x'^2 + y'^2)/2; potential 10*y; constraint floor: y = 0\n"
              "friction 0.2 on floor: x' regularised 0.05 }")));
}

TEST(Coulomb, Mistakes) {
    const std::string body = "coord x, y; kinetic x'^2 + y'^2; constraint floor: y = 0\n";
    EXPECT_THAT(said_of(body + "friction 0.3 on flor: x'"), HasSubstr("friction-constraint-unknown"));
    EXPECT_THAT(said_of(body + "friction 0.3 on floor: x"), HasSubstr("friction-slip-not-linear"));
    EXPECT_THAT(said_of(body + "friction 0.3 on floor: x'^2"), HasSubstr("friction-slip-not-linear"));
    EXPECT_THAT(said_of(body + "friction -0.3 on floor: x'"), HasSubstr("friction-negative"));
    EXPECT_THAT(said_of(body + "friction x' on floor: x'"), HasSubstr("friction-of-velocities"));
    EXPECT_THAT(said_of(body + "friction 0.3 on floor: x'\nfriction 0.2 on floor: x'"),
                HasSubstr("friction-twice"));
    EXPECT_THAT(said_of(body + "friction 0.3 on floor: x', y', x'"), HasSubstr("friction-slip-count"));
    EXPECT_THAT(said_of(body + "friction 0.3 on floor: x' regularised 0"),
                HasSubstr("friction-width-not-positive"));
    EXPECT_THAT(said_of(body + "constraint k: x' = 1\nmotion vakonomic\nfriction 0.3 on floor: x'"),
                HasSubstr("friction-under-other-law"));
    EXPECT_THAT(said_of("ground plane z = 0; body b { mass 1; shape cylinder(1, 2); surface cylinder(1) }\n"
                        "contact b on ground friction 0.2"),
                HasSubstr("friction-along-line"));
}

}  // namespace
}  // namespace anholon
