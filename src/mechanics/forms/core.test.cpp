#include "mechanics/forms/core.hpp"

#include <gtest/gtest.h>

#include "expr/operations.hpp"
#include "expr/print.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "mechanics/direction_cosines.hpp"
#include "mechanics/forms/registry.hpp"
#include "model/read_model.test.hpp"

namespace anholon {
namespace {

std::string names(const std::vector<Expr>& list) {
    std::string out;
    for (const Expr& e : list) out += (out.empty() ? "" : " ") + text(e);
    return out;
}

// Its coordinates, its velocities and what is left.
std::string variables(const System& system) {
    const Core core = core_of(Setting(system));
    std::vector<Expr> places;
    for (const Core::Place& p : core.places) places.push_back(p.symbol);
    return names(places) + " | " + names(core.eta) + " | " + names(core.rest);
}
std::string variables_of(const std::string& name) { return variables(model(gallery_text(name))); }

TEST(Core, LeavesOutWhatInfluencesNothing) {
    EXPECT_EQ(variables_of("chaplygin-sleigh"), " | v w | x y theta");
    EXPECT_EQ(variables_of("rolling-disc"), "theta | n u w | phi psi x y");
    EXPECT_EQ(variables_of("stueckler-car"),
              "theta | p w | x y psi rear_phi1 rear_phi2 front_phi1 front_phi2");
    EXPECT_EQ(variables_of("whipple-bicycle"),
              "roll pitch steer | v leaning steering | yaw frame_x frame_y frame_z spinR spinF");
    EXPECT_EQ(variables_of("nonholonomic-particle"), "y | u v | x z");
}

TEST(Core, KnowsAnAttitudeByOneAxisOrNotAtAll) {
    EXPECT_EQ(variables_of("rattleback"), "gamma1 gamma2 gamma3 | w1 w2 w3 | q0 q1 q2 q3 x y z");
    EXPECT_EQ(variables_of("chaplygin-ball"), "g1 g2 g3 | w1 w2 w3 | q0 q1 q2 q3 x y");
    EXPECT_EQ(variables_of("suslov-gravity"), "g1 g2 g3 | w1 w2 | q0 q1 q2 q3");
    EXPECT_EQ(variables_of("rolling-ball"), " | wx wy wz | q0 q1 q2 q3 x y");
    EXPECT_EQ(variables_of("rubber-ball"), "g1 g2 g3 | o1 o2 o3 | q0 q1 q2 q3 x y");
}

TEST(Core, TakesThePositionInAxesOfTheBodyOrTheVelocityInAxesOfSpace) {
    EXPECT_EQ(variables_of("body-on-sphere"), "p1 p2 p3 gamma1 gamma2 gamma3 | w1 w2 w3 | q0 q1 q2 q3 x y z");
    EXPECT_EQ(variables_of("ball-on-turntable"), "x y | wx wy wz | q0 q1 q2 q3 z");
}

// A body that rolls on another: its attitude and its place in axes of the one below, which is known by the vertical.
TEST(Core, LooksAtBodiesThatTurnTogetherFromOneOfThem) {
    EXPECT_EQ(
        variables_of("hemisphere-on-hemisphere"),
        "upper_r0 upper_r1 upper_r2 upper_r3 upper_p1 upper_p2 upper_p3 lower_gamma1 lower_gamma2 "
        "lower_gamma3 | lower_w1 lower_w2 lower_w3 upper_w1 upper_w2 upper_w3 | lower_q0 lower_q1 lower_q2 "
        "lower_q3 lower_x lower_y lower_z upper_q0 upper_q1 upper_q2 upper_q3 upper_x upper_y upper_z");
}

// Veselova's problem: the constraint alone knows the vertical.
TEST(Core, KeepsTheAxisThatAConstraintNeeds) {
    const std::string text =
        "model A { param I1 = 1, I2 = 2, I3 = 2.5\n coord q0, q1, q2, q3\n"
        " let o1 = 2*(q0*q1' - q1*q0' - q2*q3' + q3*q2')\n let o2 = 2*(q0*q2' - q2*q0' - q3*q1' + q1*q3')\n"
        " let o3 = 2*(q0*q3' - q3*q0' - q1*q2' + q2*q1')\n"
        " kinetic (I1*o1^2 + I2*o2^2 + I3*o3^2)/2\n constraint unit: q0^2 + q1^2 + q2^2 + q3^2 = 1\n"
        " constraint spin: q0*q3' - q3*q0' + q1*q2' - q2*q1' = 0 }";
    EXPECT_EQ(variables(model(text)), "gamma1 gamma2 gamma3 | o1 o2 o3 | q0 q1 q2 q3");
}

TEST(Core, CountsAnglesFromOneOfThem) {
    EXPECT_EQ(variables_of("trailer-2"), "th1_th0 th2_th0 | v w | x y th0 th1 th2");
}

TEST(Core, KeepsWhatATermBringsIn) {
    const std::string sleigh = gallery_text("chaplygin-sleigh");
    EXPECT_EQ(
        variables(model(changed(sleigh, "constraint", "param k = 1 [N/m]\n  potential k*x^2\n  constraint"))),
        "x theta | v w | y");
    const std::string ball = gallery_text("chaplygin-ball");
    // Weight along x as well: two axes of space, so that the whole attitude is needed.
    EXPECT_EQ(variables(model(
                  changed(ball, "constraint unit",
                          "param k = 1 [N m]\n  potential k*(2*(q0^2 + q1^2) + g3)\n  constraint unit"))),
              "q0 q1 q2 q3 | w1 w2 w3 | x y");
}

TEST(Core, OfChaplyginsBallIsChaplygins) {
    const System system = model(gallery_text("chaplygin-ball"));
    const Core core = core_of(Setting(system));
    Context& c = system.c();
    const Expr D = c.find("m") * pow(c.find("a"), 2);
    const std::array<Expr, 3> I{c.find("I1"), c.find("I2"), c.find("I3")};
    const Vector3 g = core.axes.at(0).cosines, w{core.eta[0], core.eta[1], core.eta[2]};
    const Vector3 Iw{I[0] * w[0], I[1] * w[1], I[2] * w[2]}, r = cross(Iw, w);
    for (std::size_t i = 0; i < 3; ++i) {
        // (I + D) ω̇ − D (γ·ω̇) γ = Iω×ω, since (γ·ω)˙ = γ·ω̇
        EXPECT_TRUE(vanishes(core.r[i] - r[i]));
        for (std::size_t j = 0; j < 3; ++j) {
            const Expr expected = (i == j ? I[i] + D : c.zero()) - D * g[i] * g[j];
            EXPECT_TRUE(vanishes(core.W(i, j) - expected)) << i << j;
        }
        EXPECT_EQ(core.places[i].rate, cross(g, w)[i]);
    }
}

// Where γ·γ = 1.
bool holds(Expr e, const Core& core) {
    for (const Core::Axis& axis : core.axes) e = substitute(e, any_direction(axis.cosines));
    return vanishes(e);
}

// Nothing that is left out stands in what is kept.
TEST(Core, IsClosed) {
    for (const GalleryModel& one : gallery()) {
        const System system = model(std::string(one.text));
        const Setting s(system);
        if (no_core(s)) continue;
        const Core core = core_of(s);
        std::vector<Expr> all(core.r);
        all.insert(all.end(), core.W.entries().begin(), core.W.entries().end());
        for (const Core::Place& p : core.places) all.push_back(p.rate);
        for (const Expr& q : core.rest)
            for (const Expr& e : all) EXPECT_FALSE(Walk(e).contains(q.id())) << one.name << " " << text(q);
    }
}

// Velocities in axes that turn in the body: γ̇ needs the angle, though W and r do not hold it.
TEST(Core, TakesWhatTheRatesBringIn) {
    EXPECT_EQ(variables(model(
                  "model A { param A = 1, C = 2, k = 3\n coord q0, q1, q2, q3, phi\n"
                  " let o1 = 2*(q0*q1' - q1*q0' - q2*q3' + q3*q2')\n"
                  " let o2 = 2*(q0*q2' - q2*q0' - q3*q1' + q1*q3')\n"
                  " let o3 = 2*(q0*q3' - q3*q0' - q1*q2' + q2*q1')\n"
                  " kinetic (A*(o1^2 + o2^2) + C*o3^2 + phi'^2)/2\n"
                  " force on phi: k*(q0^2 - q1^2 - q2^2 + q3^2)\n"
                  " constraint unit: q0^2 + q1^2 + q2^2 + q3^2 = 1\n"
                  " quasi u = cos(phi)*o1 + sin(phi)*o2, v = cos(phi)*o2 - sin(phi)*o1, w = o3, s = phi'\n"
                  " init q0 = 1 }")),
              "gamma1 gamma2 gamma3 phi | u v w s | q0 q1 q2 q3");
}

TEST(Core, AsASystemHasTheSameAccelerationsInEveryForm) {
    for (const char* name :
         {"chaplygin-ball", "rolling-disc", "rubber-ball", "body-on-sphere", "snakeboard"}) {
        const System system = model(gallery_text(name));
        const Core core = core_of(Setting(system));
        const auto reduced = as_system(core);
        ASSERT_TRUE(reduced) << name;
        const Equations e = find_form("lagrange-multipliers")->derive(Setting(*reduced));
        for (std::size_t i = 0; i < core.eta.size(); ++i) {
            for (std::size_t j = 0; j < core.eta.size(); ++j)
                EXPECT_TRUE(holds(e.W(i, j) - core.W(i, j), core)) << name;
            EXPECT_TRUE(holds(e.r[i] - core.r[i], core)) << name;
        }
    }
}

// What is computed with are the equations that were found, in fewer operations.
TEST(Core, AsASystemKeepsTheEquationsItWasFoundIn) {
    for (const char* name : {"rattleback", "whipple-bicycle", "rubber-ellipsoid"}) {
        const System system = model(gallery_text(name));
        const Core core = core_of(Setting(system));
        const auto reduced = as_system(core, Rest::along);
        ASSERT_TRUE(reduced) << name;
        const auto& [W, r] = *reduced->finished;
        std::vector<Expr> found(core.r), kept(r);
        found.insert(found.end(), core.W.entries().begin(), core.W.entries().end());
        kept.insert(kept.end(), W.entries().begin(), W.entries().end());
        ASSERT_EQ(kept.size(), found.size());
        for (std::size_t k = 0; k < found.size(); ++k) EXPECT_TRUE(vanishes(kept[k] - found[k])) << name;
        EXPECT_LE(operations(kept).total(), operations(found).total()) << name;
    }
}

// Operations for W, r and the rates of the coordinates.
TEST(Core, IsShorterThanTheFullSystem) {
    const auto length = [](const Equations& e) {
        std::vector<Expr> all(e.r);
        all.insert(all.end(), e.W.entries().begin(), e.W.entries().end());
        all.insert(all.end(), e.rates.begin(), e.rates.end());
        return operations(all).total();
    };
    for (const char* name : {"rattleback", "whipple-bicycle", "rubber-ellipsoid", "body-on-sphere"}) {
        const System system = model(gallery_text(name));
        const Setting s(system);
        const auto reduced = as_system(core_of(s));
        EXPECT_LT(length(find_form("core")->derive(Setting(*reduced))), length(find_form("kane")->derive(s)))
            << name;
    }
}

TEST(Core, SaysTheSameWhateverWasAskedBefore) {
    const auto told = [](bool asks_before) {
        const System system = model(gallery_text("rubber-ball"));
        const Setting s(system);
        if (asks_before) find_form("vector")->derive(s);
        const Core core = core_of(s);
        std::string out = names(core.eta) + names(core.r);
        for (const Core::Place& p : core.places) out += text(p.rate);
        return out;
    };
    EXPECT_EQ(told(false), told(true));
}

// The equations of textbooks, written out by hand.
TEST(Vectors, OfABodyOnAPlane) {
    const System system = model(gallery_text("chaplygin-top"));
    const Equations e = find_form("vector")->derive(Setting(system));
    std::string lines;
    for (const Label& line : e.vectors) lines += line.text + "\n";
    EXPECT_NE(lines.find("M = I ω + m r×(ω×r)\n"), std::string::npos) << lines;
    EXPECT_NE(lines.find("r = (-R*gamma1, -R*gamma2, h - R*gamma3)\n"), std::string::npos) << lines;
    EXPECT_NE(lines.find("Ṁ = M×ω + m ṙ×(ω×r) + m*g r×γ\n"), std::string::npos) << lines;
}

TEST(Vectors, TellARotorASpinAndAFixedAxis) {
    const auto lines = [](const std::string& name) {
        const System system = model(gallery_text(name));
        std::string out;
        for (const Label& line : find_form("vector")->derive(Setting(system)).vectors)
            out += line.text + "\n";
        return out;
    };
    EXPECT_NE(lines("body-with-rotor").find("Λ = I ω + (m + M) r×(ω×r) + K\n"), std::string::npos);
    EXPECT_NE(lines("rubber-ball").find("Ṁ = M×ω + lambda_spin γ\nγ·ω = 0\n"), std::string::npos);
    EXPECT_NE(lines("suslov-gravity").find("b = (b1, b2, 0)\nṀ = M×ω + γ×b + lambda_axis e3\ne3·ω = 0\n"),
              std::string::npos)
        << lines("suslov-gravity");
    EXPECT_NE(lines("chaplygin-ball").find("M = J ω − D (γ·ω) γ\n"), std::string::npos);
}

TEST(Vectors, NeedOneBodyAndOneAxis) {
    const auto why = [](const std::string& text) {
        const System system = model(text);
        return find_form("vector")->inapplicable(Setting(system)).value_or("");
    };
    EXPECT_EQ(why(gallery_text("chaplygin-sleigh")),
              "no body, or more than one, has its attitude as a unit quaternion");
    EXPECT_EQ(why(changed(gallery_text("chaplygin-ball"), "constraint unit",
                          "param k = 1 [N m]\n  potential k*(2*(q0^2 + q1^2) + g3)\n  constraint unit")),
              "the direction cosines of one axis do not determine the angular acceleration");
    EXPECT_EQ(why(gallery_text("chaplygin-top")), "");
}

}  // namespace
}  // namespace anholon
