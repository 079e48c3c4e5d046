#include "model/reactions.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/read_model.test.hpp"
#include "motion/path.test.hpp"
#include "motion/simulation_words.hpp"
#include "newton_euler/newton_euler.hpp"
#include "syntax/statement.hpp"

// Forces and torques of joints against sums over the parts that the second way from the text has, which shares no code with this one.
namespace anholon {
namespace {

using Numbers3 = std::array<double, 3>;

struct Joint {
    std::string body;
    std::vector<std::string> carried;        // itself included
    bool is_at_centre = false;               // of the body: then its torque is compared too
    std::vector<std::string> touching = {};  // those of them that touch the ground
};

newton_euler::Response response(const std::string& text, const System& system, const Path& path) {
    const Source source("test.anh", text);
    Diagnostics diagnostics;
    const auto tree = syntax::parse_model(source, diagnostics);
    newton_euler::State state{path.final("t"), {}, {}};
    std::vector<std::string> names;
    newton_euler::NewtonEuler::Parameters parameters, generic;
    for (const Coordinate& q : system.coordinates) {
        names.push_back(q.symbol.symbol().name);
        state.q.push_back(path.final(names.back()));
        state.v.push_back(path.final(names.back() + "'"));
    }
    double other = 0.1;
    for (const Parameter& p : system.parameters) {
        parameters.emplace(p.symbol.symbol().name, p.value.to_double());
        generic.emplace(p.symbol.symbol().name, p.value.to_double() * (1 + (other *= 0.9)));
    }
    return newton_euler::NewtonEuler(*tree, source, names, parameters, generic).at(state);
}

Numbers3 cross(const Numbers3& a, const Numbers3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// Returns the largest of the forces, so that a test sees that there are some.
double compare(const std::string& text, const std::vector<Joint>& joints, const std::string& until) {
    const System system = model(text);
    std::string columns = "+t";
    for (const Joint& j : joints) {
        for (const char* kind : {"_joint_force_", "_joint_torque_"})
            for (const char axis : {'x', 'y', 'z'}) columns += ", " + j.body + kind + axis;
        for (const std::string& body : j.touching)
            columns += ", " + body + "_contact_x, " + body + "_contact_y";
    }
    const Path path =
        simulate(system, read_simulation({.until = until, .every = until, .columns = columns}, system));
    const newton_euler::Response right = response(text, system, path);
    double largest = 0;
    for (const Joint& j : joints) {
        Numbers3 force{}, moment{}, place{};
        for (const newton_euler::Demand& d : right.demands)
            if (d.part == j.body) place = d.centre;
        const auto add = [&](const Numbers3& at, const Numbers3& F, const Numbers3& M, double sign) {
            const Numbers3 turning = cross({at[0] - place[0], at[1] - place[1], at[2] - place[2]}, F);
            for (std::size_t i = 0; i < 3; ++i) {
                force[i] += sign * F[i];
                moment[i] += sign * (M[i] + turning[i]);
            }
        };
        for (const newton_euler::Demand& d : right.demands)
            if (std::ranges::find(j.carried, d.part) != j.carried.end()) add(d.centre, d.force, d.moment, 1);
        for (const std::string& body : j.touching) {
            const auto f = std::ranges::find(right.forces, body, &newton_euler::ContactForce::body);
            EXPECT_NE(f, right.forces.end()) << body;
            if (f == right.forces.end()) continue;
            add({path.final(body + "_contact_x"), path.final(body + "_contact_y"), 0}, f->force, {}, -1);
        }
        const double scale = 1 + std::hypot(force[0], force[1], force[2]);
        for (std::size_t i = 0; i < 3; ++i) {
            const std::string axis(1, "xyz"[i]);
            EXPECT_NEAR(path.final(j.body + "_joint_force_" + axis), force[i], 1e-10 * scale)
                << j.body << axis;
            if (j.is_at_centre)
                EXPECT_NEAR(path.final(j.body + "_joint_torque_" + axis), moment[i], 1e-10 * scale)
                    << j.body << axis;
            largest = std::max({largest, std::abs(force[i]), j.is_at_centre ? std::abs(moment[i]) : 0});
        }
    }
    return largest;
}

TEST(Reactions, OfAChainInSpace) {
    const std::string chain = R"(model Chain {
  param g = 9.81, k = 40
  gravity g along (0, 0, -1)
  body one { mass 2; inertia (0.1, 0.2, 0.3; 0.01, 0.02, 0.03) }
  body two { mass 1; inertia (0.05, 0.04, 0.03) }
  body three { mass 0.5; inertia (0.02, 0.01, 0.03; 0, 0.002, 0) }
  joint one at (0, 0, 0.5) on space at (0.1, 0, 0) hinge a along (0.6, 0.8, 0)
  joint two on one at (0.1, 0, -0.4) hinge b along (0, 0.6, 0.8)
  joint three at (0.2, 0, 0) on two at (0, 0.3, 0) slider s along (1, 0, 0)
  force (1, sin(t), a') on three at (0, 0, 0.1)
  torque (0.1, 0.2, 0.3) on two
  spring k between three and space at (0, 0, 1) length 0.5
  damper 0.3 between two at (0.1, 0, 0) and space
  force on b: 0.4*a - 0.1*b'
  init a = 0.3, b = -0.7, a' = 2, b' = -3, s = 0.1, s' = 0.5
})";
    EXPECT_GT(
        compare(chain,
                {{"one", {"one", "two", "three"}}, {"two", {"two", "three"}, true}, {"three", {"three"}}},
                "0.4"),
        10);
}

TEST(Reactions, OfTheBicycle) {
    EXPECT_GT(compare(gallery_text("whipple-bicycle"),
                      {{"rear", {"rear"}, true, {"rear"}},
                       {"fork", {"fork", "front"}, false, {"front"}},
                       {"front", {"front"}, true, {"front"}}},
                      "0.5"),
              100);
}

TEST(Reactions, NamesAreThoseThatAreAnswered) {
    const System bicycle = from_gallery("whipple-bicycle");
    const std::vector<std::string> names = reaction_names(bicycle);
    EXPECT_NE(std::ranges::find(names, "fork_joint_torque_z"), names.end());
    for (const std::string& name : names) {
        const auto reaction = reaction_named(bicycle, name);
        ASSERT_TRUE(reaction) << name;
        EXPECT_TRUE(reaction->value) << name << ": " << reaction->why_not;
    }
    EXPECT_FALSE(reaction_named(bicycle, "frame_joint_force_x"));
}

}  // namespace
}  // namespace anholon
