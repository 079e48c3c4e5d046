#include "request/reduced.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <cmath>

#include "model/read_model.test.hpp"
#include "motion/moved.test.hpp"
#include "motion/simulation_words.hpp"

namespace anholon {
namespace {

class EveryCore : public testing::TestWithParam<std::string> {};

// The core with its quadratures goes where the full system goes.
TEST_P(EveryCore, MovesAsTheFullSystem) {
    const System full = model(gallery_text(GetParam()));
    const request::Reduced core = request::reduced(full, Rest::along);
    if (core.not_reduced) {
        EXPECT_EQ(core.system.coordinates.size(), full.coordinates.size());
        return;
    }
    EXPECT_TRUE(core.system.algebra);
    const double until = 1;
    // Béghin's ball has one free velocity, q0', which the full system exchanges for better ones on the way, and the core does not.
    const double tolerance = GetParam().starts_with("beghins-ball") ? 1e-9 : 1e-12;
    const Values expected = at(full, until), found = at(core.system, until);
    std::size_t compared = 0;
    for (const auto& [name, value] : expected) {
        const auto same = found.find(name);
        if (same == found.end() || !std::isfinite(value)) continue;
        if (name.starts_with("integral")) continue;  // they are counted anew
        ++compared;
        EXPECT_NEAR(same->second, value, tolerance * std::max(1.0, std::abs(value))) << name;
    }
    EXPECT_GE(compared, full.coordinates.size());
}

std::vector<std::string> gallery_names() {
    std::vector<std::string> names;
    for (const GalleryModel& one : gallery()) names.emplace_back(one.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Gallery, EveryCore, testing::ValuesIn(gallery_names()), [](const auto& info) {
    std::string name = info.param;
    std::ranges::replace(name, '-', '_');
    return name;
});

TEST(Reduced, SaysWhyNothingIsReduced) {
    const auto why = [](const std::string& name) {
        return request::reduced(model(gallery_text(name))).not_reduced.value_or("");
    };
    EXPECT_EQ(why("suslov"), "the model is stated on a Lie algebra, without coordinates");
    EXPECT_EQ(why("appell-hamel"), "a constraint is not linear in the velocities");
    EXPECT_EQ(why("vakonomic-skate"), "its law of motion is not the nonholonomic one");
    EXPECT_EQ(why("constraints-as-integrals"), "no coordinate was found that influences nothing");
    EXPECT_EQ(why("rattleback"), "");
}

// The ball of a dome leaves it where cos θ = 10/17; the stone is spun so fast that it jumps.
TEST(Reduced, LosesContactWhereTheFullSystemDoes) {
    const std::string ball =
        "model A { gravity 9.81 along (0, 0, -1)\n support dome sphere(1)\n body b { mass 1; shape "
        "ball(0.25) "
        "}\n"
        " contact b on dome rolling\n init x = 0.001, z = 1.25 }";
    const std::string stone = changed(gallery_text("rattleback"), "w3 = -5", "w3 = -60");
    const std::string egg = changed(gallery_text("rubber-ellipsoid"), "wx = 1,", "wx = 15,");
    for (const std::string& text : {ball, stone, egg}) {
        const System full = model(text);
        const request::Reduced core = request::reduced(full, Rest::along);
        ASSERT_FALSE(core.not_reduced);
        EXPECT_FALSE(core.is_unwatched);
        const Moved expected = moved(full, 20), found = moved(core.system, 20);
        EXPECT_EQ(expected.result.end, SimulationResult::End::left) << text;
        EXPECT_EQ(found.result.end, expected.result.end) << text;
        EXPECT_EQ(found.result.reason, expected.result.reason);
        EXPECT_NEAR(found.result.t, expected.result.t, 1e-9) << text;
        EXPECT_NEAR(found.at_end.at("reaction"), 0, 1e-6);
        if (text == ball) {
            EXPECT_NEAR(found.at_end.at("z") / 1.25, 10.0 / 17, 1e-6);
        }
    }
}

// Newton's law: what presses on the ground of a ball with a heavy point is m (g + z̈).
TEST(Reduced, KnowsReactionsByNewtonsLaw) {
    const System full = model(gallery_text("chaplygin-top"));
    const System core = request::reduced(full, Rest::along).system;
    const double m = 1, g = 9.81, dt = 1e-3;
    const auto height = [&](double t) { return at(core, t).at("z"); };
    const double t = 0.3, rate = (height(t + dt) - 2 * height(t) + height(t - dt)) / (dt * dt);
    EXPECT_NEAR(at(core, t).at("lambda_height"), m * (g + rate), 1e-4);
}

// Of forces along x and y the core itself knows nothing; with the coordinates that are left it does.
TEST(Reduced, KnowsHorizontalReactionsOnlyWithTheRest) {
    const System full = model(gallery_text("rattleback"));
    const auto names = [](const System& system) {
        std::string out;
        for (const KnownMultiplier& k : system.reactions) out += k.constraint + " ";
        return out;
    };
    EXPECT_EQ(names(request::reduced(full, Rest::left_out).system), "height ");
    EXPECT_EQ(names(request::reduced(full, Rest::along).system), "height along across ");
}

TEST(Reduced, StartsWhereTheFullSystemStartsWithTheseValues) {
    const System full = model(gallery_text("chaplygin-ball"));
    SimulationWords words;
    words.values = {"w1=2"};
    words.parameters = {"I1=4"};
    const request::Reduced core = request::reduced(full, Rest::left_out, read_initial_state(words, full));
    const auto w1 = std::ranges::find(core.system.init, full.c().find("w1"), &InitialValue::symbol);
    ASSERT_NE(w1, core.system.init.end());
    EXPECT_NEAR(w1->value.number().to_double(), 2, 1e-15);
}

// Systems that nobody has written down before.
TEST(Reduced, OfOtherModelsMoveAsTheFullOnes) {
    for (const char* text : {
             // a ball with a heavy point, on a ground that is not level: two axes of space matter
             "model A { param m = 1, g = 9.81, R = 0.5\n ground plane z = 0\n gravity g along (3/5, 0, "
             "-4/5)\n"
             " body b { mass m; inertia (0.1, 0.12, 0.15); surface sphere(R) at (0, 0, 0.1) }\n"
             " contact b on ground rolling\n init q0 = 1, w1 = 1, w2 = 0.3 }",
             // a heavy top about a fixed point, of three moments, that a spring turns about the vertical
             "model A { param m = 1, g = 9.81\n gravity g along (0, 0, -1)\n"
             " body b { mass m; inertia (0.1, 0.12, 0.15); pose about (0.01, 0.02, -0.2) }\n"
             " init q0 = cos(0.2), q1 = sin(0.2), w3 = 9 }",
             // a paraboloid that rolls
             "model A { param m = 1, g = 9.81\n ground plane z = 0\n gravity g along (0, 0, -1)\n"
             " body b { mass m; inertia (0.01, 0.012, 0.015; 0.001, 0, 0); surface paraboloid(0.2, 0.3) at "
             "(0, 0, -0.05) }\n"
             " contact b on ground rolling\n init q0 = cos(0.05), q1 = sin(0.05), w3 = 2 }",
             // an ellipsoid that neither slips nor spins
             "model A { param m = 1, g = 9.81\n ground plane z = 0\n gravity g along (0, 0, -1)\n"
             " body b { mass m; inertia (0.01, 0.012, 0.015); surface ellipsoid(0.2, 0.3, 0.25) }\n"
             " contact b on ground rubber\n init q0 = cos(0.3), q1 = sin(0.3), wx = 1, wy = 0.4 }",
             // a disc with a rotor on its axis: no quasi-velocities are stated
             "model A { ground plane z = 0\n gravity 9.81 along (0, 0, -1)\n body d { mass 1; shape "
             "disc(0.5) "
             "}\n"
             " body rotor { mass 0.5; inertia (0.02, 0.02, 0.03) }\n contact d on ground rolling\n"
             " joint rotor on d at (0, 0, 0.1) hinge phi along (0, 0, 1)\n"
             " init d_q0 = cos(0.6), d_q1 = sin(0.6), d_w1 = 0.2, d_w3 = 4, phi' = 20 }",
             // a torus that neither slips nor spins
             "model A { ground plane z = 0\n gravity 9.81 along (0, 0, -1)\n"
             " body t { mass 1; inertia (0.05, 0.05, 0.09); surface torus(0.4, 0.1) }\n"
             " contact t on ground rubber\n init q0 = cos(0.7), q1 = sin(0.7), wx = 0.3, wy = 2 }",
             // a ball between the ground and a wall that it slides on
             "model A { ground plane z = 0\n support wall plane along (-1, 0, 0) at (1, 0, 0)\n"
             " gravity 9.81 along (0.3, 0, -1)\n body b { mass 1; shape ball(0.2) }\n"
             " contact b on ground rolling\n contact b on wall sliding\n init x = 0.8, y' = 1 }",
             // a ball on a bowl that does not spin on the ground: two bodies that turn together
             "model A { ground plane z = 0\n gravity 9.81 along (0, 0, -1)\n"
             " body plate { mass 3; inertia (0.2, 0.25, 0.4); surface sphere(1) at (0, 0, 0.3) }\n"
             " body ball { mass 0.3; shape ball(0.1) }\n support top plane on plate at (0, 0, 0.3)\n"
             " contact plate on ground rubber\n contact ball on top rolling\n"
             " init ball_z = 1.1, ball_w2 = 0.5, plate_wx = 0.1 }",
             // a skate by a spring to a wall
             "model A { param m = 1, k = 3, J = 0.2\n coord x, y, phi\n kinetic m*(x'^2 + y'^2)/2 + "
             "J*phi'^2/2\n"
             " potential k*y^2/2\n constraint edge: x'*sin(phi) - y'*cos(phi) = 0\n"
             " quasi v = x'*cos(phi) + y'*sin(phi), w = phi'\n init v = 1, w = 0.7, y = 0.1 }",
         }) {
        const System full = model(text);
        const request::Reduced core = request::reduced(full, Rest::along);
        const Values expected = at(full, 0.5), found = at(core.system, 0.5);
        for (const Coordinate& q : full.coordinates) {
            const std::string name = q.symbol.symbol().name;
            EXPECT_NEAR(found.at(name), expected.at(name), 1e-12) << name << " of " << text;
        }
    }
}

}  // namespace
}  // namespace anholon
