#include "mechanics/gyrostat.hpp"

#include <gtest/gtest.h>

#include "expr/zero.hpp"
#include "model/read_model.test.hpp"

namespace anholon {
namespace {

Expr energy(const RigidBody& body) {
    return body.mass * dot(body.velocity, body.velocity) / Rational(2) + body.inertia.energy(body.omega);
}

TEST(Gyrostats, HaveTheEnergyOfTheirBodies) {
    const System s = model(
        "model A { param a = 0.3, m = 2; ground plane z = 0\n"
        "body hull { mass 5; inertia (1, 2, 2.5; 0.1, 0.2, 0); surface sphere(0.5) at (0, 0, 0.1) }\n"
        "body arm { mass m; shape box(0.3, 0.2, 0.1) }\n"
        "body wheel { mass 0.7; shape disc(0.2) }\n"
        "body fan { mass 0.4; inertia (0.02, 0.04, 0.02) }\n"
        "body boom { mass 0.2; inertia (0.01, 0.02, 0.02) }\n"
        "joint arm on hull at (a, 0, 0.1) weld\n"
        "joint wheel on arm at (0, 0.1, 0) hinge s along (0, 0, 1)\n"
        "joint fan on hull at (0, 0, a) hinge f along (0, 1, 0)\n"
        "joint boom on hull hinge b along (0, 0, 1)\n"
        "contact hull on ground rolling }");
    const std::vector<Gyrostat> all = gyrostats(s);
    ASSERT_EQ(all.size(), 2u);  // the boom has no axis of symmetry along its hinge
    EXPECT_EQ(all[0].rotors.size(), 2u);
    EXPECT_TRUE(all[1].rotors.empty());
    Expr together = s.c().zero(), apart = s.c().zero();
    for (const RigidBody& body : s.bodies) apart += energy(body);
    for (const Gyrostat& g : all) {
        together += energy(g.body);
        for (const auto& [C, axis, w] : g.rotors) together += C * w * w / Rational(2);
    }
    EXPECT_TRUE(vanishes(together - apart));
}

}  // namespace
}  // namespace anholon
