#include "motion/impulse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "mechanics/forms/registry.hpp"
#include "model/read_model.test.hpp"
#include "motion/moved.test.hpp"

// Switches that change what constraints demand, or the kinetic energy: against the balance of momentum by hand.
namespace anholon {
namespace {

using End = SimulationResult::End;
using testing::HasSubstr;

// In every form that applies.
void expect_in_every_form(const std::string& text, double until, const std::string& what, double wanted) {
    const System system = model(text);
    std::size_t count = 0;
    for (const EquationForm& form : all_forms()) {
        if (form.role != EquationForm::Role::form || form.inapplicable(Setting(system))) continue;
        SimulationOptions options;
        options.form = &form;
        options.until = until;
        std::optional<Simulation> made;
        try {
            made.emplace(system, std::move(options));
        } catch (const Unavailable&) {
            continue;  // a form that needs bodies, which a switch has dissolved
        }
        Simulation& simulation = *made;
        const SimulationResult r = simulation.run();
        ASSERT_EQ(r.end, End::reached) << form.id << ": " << r.reason;
        for (std::size_t k = 0; k < r.final.size(); ++k)
            if (simulation.columns()[k].name == what) EXPECT_NEAR(r.final[k], wanted, 1e-12) << form.id;
        ++count;
    }
    EXPECT_GT(count, 1u);
}

std::string why(const std::string& text, double until) {
    SimulationOptions options;
    options.until = until;
    const SimulationResult r = Simulation(model(text), options).run();
    EXPECT_EQ(r.end, End::undetermined);
    return r.reason;
}

// The momentum 2·(−0.5) is kept.
TEST(Impulse, MassThatJumpsInTime) {
    expect_in_every_form("model A { coord x; kinetic if(t < 1, 2, 1)*x'^2/2; init x' = -0.5 }", 2, "x'", -1);
    expect_in_every_form("model A { coord x; kinetic if(t < 1, 2, 1)*x'^2/2; init x' = -0.5 }", 2, "x", -1.5);
}

// The impulse F at the point of contact gives m Δv = F and (2/5) m r² Δω = −r n×F, so that the point of contact gets (1 + 5/2) Δv: the
// centre gets 2/7 of the jump of the table's speed.
TEST(Impulse, BallOnATurntable) {
    const std::string text =
        "model T { ground plane z = 0 turning if(t < 1, 1, 3); gravity 9.81 along (0,0,-1); "
        "body b { mass 1; shape ball(0.1) }; contact b on ground rolling; init x = 1, y' = 0.2 }";
    const System system = model(text);
    const Values before = at(system, 1 - 1e-9), after = at(system, 1 + 1e-9);
    EXPECT_NEAR(after.at("y'") - before.at("y'"), 2.0 / 7 * 2 * before.at("x"), 1e-7);
    EXPECT_NEAR(after.at("x'") - before.at("x'"), -2.0 / 7 * 2 * before.at("y"), 1e-7);
}

// y' = 1 + step is demanded of a skew mass matrix: M Δv = (0, Λ).
TEST(Impulse, SpeedThatIsDemanded) {
    // T = (x'² + x'y' + y'²)/2: p_x = x' + y'/2 is kept.
    expect_in_every_form(
        "model A { coord x, y; kinetic (x'^2 + x'*y' + y'^2)/2; constraint c: y' = if(t < 1, 1, 3); "
        "init x' = 0.25 }",
        2, "x'", 0.25 - 1);
    expect_in_every_form(
        "model A { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; constraint c: z' = y*x'; "
        "constraint d: y' = if(t < 1, 0, 1); init x' = 2, y = 0.5 }",
        1, "z'", 1);
}

// A support that turns back: |t − 1| is a kink of the place and a jump of the speed, of which the point has to follow all.
TEST(Impulse, KinkOfAPlace) {
    expect_in_every_form(
        "model A { coord x, y; kinetic (x'^2 + x'*y' + y'^2)/2; constraint c: y = abs(t - 1); "
        "init x' = 0.25, y = 1 }",
        2, "x'", 0.25 - 1);
}

TEST(Impulse, WhatIsNotDetermined) {
    EXPECT_THAT(why("model A { coord x, y; kinetic (x'^2 + y'^2)/2; constraint c: y' = if(x > 0, 2, 1)*x'; "
                    "force on x: -x'/10; init x = 0.8, x' = -0.5 }",
                    5),
                HasSubstr("the velocities would have to jump at x = 0"));
    EXPECT_THAT(why("model A { coord x, y; kinetic (x'^2 + y'^2)/2; constraint c: y' = if(t < 1, 2, 1)*x'; "
                    "init x' = 1 }",
                    5),
                HasSubstr("change their directions"));
    EXPECT_THAT(why("model A { coord x, y; kinetic (x'^2 + y'^2)/2; constraint c: y = if(t < 1, 0, 0.5); "
                    "init x' = 1 }",
                    5),
                HasSubstr("the constraint 'c' jumps at "));
    EXPECT_THAT(why("model A { coord x, y; kinetic (x'^2 + y'^2)/2; constraint c: y = abs(t - 1); "
                    "friction 0.3 on c: x'; init x' = 1, y = 1 }",
                    5),
                HasSubstr("the velocities would have to jump"));
}

// The same ball on a plane that turns back: of the jump of 2 its centre gets 2/7.
TEST(Impulse, BallOnASupportThatTurnsBack) {
    expect_in_every_form(
        "model S { gravity 9.81 along (0,0,-1); support p plane at (abs(t-1), 0, 0); "
        "body b { mass 1; shape ball(0.1) }; contact b on p rolling; init x = 0, x' = 0.2 }",
        2, "x'", 0.2 + 4.0 / 7);
}

// A rod in a hinge that a motor turns to and fro, |t − 1|, and a pendulum at its end, both on their sides. With the rod's angle a and the
// pendulum's b to the vertical the momentum J b' + m l L cos(b − a) a' of the pendulum is kept.
TEST(Impulse, HingeThatIsDriven) {
    const std::string text =
        "model H { gravity 9.81 along (0,0,-1); body a { mass 1; inertia (1,2,3) }; "
        "joint a on space at (0,0,0) hinge al = abs(t - 1) along (0,1,0); "
        "body b { mass 2; inertia (0.1,0.2,0.3) }; joint b at (0,0,0.2) on a at (0,0,-0.5) hinge th along "
        "(0,1,0); "
        "init th = 0.3 }";
    const System system = model(text);
    const Values before = at(system, 1 - 1e-9), after = at(system, 1 + 1e-9);
    const double J = 0.2 + 2 * 0.04, coupling = 2 * 0.2 * 0.5 * std::cos(before.at("th"));
    EXPECT_NEAR(J * (after.at("th'") - before.at("th'") + 2) + coupling * 2, 0, 1e-6);
}

// Switches that need no impulse go on as before.
TEST(Impulse, NoneWhereNothingJumps) {
    expect_in_every_form(
        "model A { coord x, y; kinetic (x'^2 + y'^2)/2; constraint c: y' = max(t - 1, 0); init x' = 1 }", 2,
        "y'", 1);
}

}  // namespace
}  // namespace anholon
