#include <gtest/gtest.h>

#include <algorithm>

#include "expr/linear.hpp"
#include "expr/zero.hpp"
#include "mechanics/forms/registry.hpp"
#include "model/read_model.test.hpp"
#include "verify/verify.hpp"

namespace anholon {
namespace {

const EquationForm& form() { return *find_form("newton-euler"); }

std::string why_not(const std::string& text) {
    const System system = model(text);
    return form().inapplicable(Setting(system)).value_or("");
}

constexpr const char* pendulum =
    "model A { param m = 1, g = 9.81, l = 0.5, J = 0.1\n gravity g along (0, 0, -1)\n"
    " body b { mass m; inertia (J, 2*J, 3*J) }\n joint b at (0, 0, l) on space hinge phi along (0, 1, 0) }";

// The rod of a pendulum pulls with m g cos φ + m l φ̇².
TEST(BodyByBody, ThePullOfAPendulum) {
    const System system = model(pendulum);
    const Setting s(system);
    const Equations e = form().derive(s);
    ASSERT_EQ(e.unknowns.size(), 6u);
    const Solution z = solve(e.W, e.r);
    ASSERT_EQ(z.outcome, Solution::Outcome::unique);
    Context& c = system.c();
    const auto value = [&](const char* name) {
        const auto at = std::ranges::find(e.unknowns, c.find(name));
        EXPECT_NE(at, e.unknowns.end()) << name;
        return z.x[static_cast<std::size_t>(at - e.unknowns.begin())];
    };
    const Expr phi = c.find("phi"), m = c.find("m"), g = c.find("g"), l = c.find("l");
    // From the mass centre to the hinge: (sin φ, 0, cos φ).
    const Expr pull = sin(phi) * value("R_b_x") + cos(phi) * value("R_b_z");
    EXPECT_TRUE(vanishes(pull - m * g * cos(phi) - m * l * pow(dot(phi), 2)));
    EXPECT_TRUE(vanishes(value("R_b_y")));
}

TEST(BodyByBody, NamesReactionsAndEliminatesThem) {
    const System system = model(gallery_text("hemisphere-on-hemisphere"));
    std::string lines;
    for (const Label& line : form().derive(Setting(system)).vectors) lines += line.text + "\n";
    EXPECT_EQ(lines,
              "from the mass centre of a body: c to its contact; c_b,a from a to what holds b\n"
              "M a_lower = G_lower + N_lower − N_upper\n"
              "(I_lower ω_lower)˙ = c_lower×N_lower − c_upper,lower×N_upper\n"
              "m a_upper = G_upper + N_upper\n"
              "(I_upper ω_upper)˙ = c_upper×N_upper\n"
              "N_lower = M a_lower − G_lower + m a_upper − G_upper\n"
              "N_upper = m a_upper − G_upper\n");
}

// Every joint and every contact there is.
TEST(BodyByBody, IsProvedForTreesOfBodies) {
    for (const char* text : {
             pendulum,
             // a disc that rolls, with a pendulum in its centre
             "model A { param g = 9.81\n ground plane z = 0\n gravity g along (0, 0, -1)\n"
             " body d { mass 2; shape disc(0.5) }\n body p { mass 1; inertia (0.1, 0.2, 0.25) }\n"
             " contact d on ground rolling\n joint p at (0, 0, 0.3) on d hinge phi along (0, 0, 1)\n"
             " init d_q0 = cos(0.7), d_q1 = sin(0.7) }",
             // a ball joint below a slider, on an arm that turns as told
             "model A { gravity 9.81 along (0, 0, -1)\n body arm { mass 1; shape rod(1) }\n"
             " body bead { mass 1; inertia (0.1, 0.2, 0.25) }\n body bob { mass 1; inertia (0.1, 0.12, 0.15) "
             "}\n"
             " joint arm on space hinge turn = 2*t along (0, 0, 1)\n joint bead on arm slider s along (1, 0, "
             "0)\n"
             " joint bob at (0, 0, 0.4) on bead ball\n init s = 0.1 }",
             // a body that does not spin on the ground, with one welded to it
             "model A { gravity 9.81 along (0, 0, -1)\n ground plane z = 0\n"
             " body e { mass 1; shape ellipsoid(0.3, 0.2, 0.25) }\n body w { mass 0.1; shape ball(0.02) }\n"
             " contact e on ground rubber\n joint w on e at (0.1, 0, 0) weld\n init e_q0 = cos(0.2), e_q1 = "
             "sin(0.2) }",
             // a top about a fixed point with a rotor
             "model A { gravity 9.81 along (0, 0, -1)\n body top { mass 1; inertia (0.1, 0.12, 0.15); pose "
             "about (0, "
             "0, -0.2) }\n body rotor { mass 0.2; inertia (0.01, 0.01, 0.02) }\n"
             " joint rotor on top at (0, 0, 0.1) hinge phi along (0, 0, 1)\n init top_q0 = 1 }",
         }) {
        const System system = model(text);
        ASSERT_EQ(form().inapplicable(Setting(system)).value_or(""), "") << text;
        VerifyOptions options;
        options.only = &form();
        for (const FormVerdict& verdict : verify(system, options))
            if (verdict.form == &form()) {
                EXPECT_EQ(verdict.agrees, Answer::yes) << text << verdict.reason << verdict.difference;
            }
    }
}

TEST(BodyByBody, SaysWhyNot) {
    EXPECT_EQ(why_not(gallery_text("chaplygin-ball")),
              "there are no bodies, or the kinetic energy has other parts as well");
    EXPECT_EQ(
        why_not(changed(pendulum, "joint", "spring 3 between b and space at (1, 0, 0) length 0.5\n joint")),
        "forces other than weights are known by their work alone, not by where they act");
    EXPECT_EQ(why_not(gallery_text("stueckler-car")),
              "the parts of a vehicle do not say where they touch each other");
    EXPECT_EQ(why_not("model A { body a { mass 1; shape rod(1) }\n body b { mass 1; shape rod(1) }\n"
                      " joint a at (0, 0, 0.5) on space hinge phi along (0, 1, 0)\n"
                      " joint b at (0, 0, 0.5) on a at (0, 0, -0.5) hinge psi along (0, 1, 0)\n"
                      " joint b at (0, 0, -0.5) on space at (1, 0, 0) hinge along (0, 1, 0)\n init phi = "
                      "-0.5, psi = 0.2 }"),
              "joints and contacts do not account for all of its constraints, or they say one thing twice");
}

}  // namespace
}  // namespace anholon
