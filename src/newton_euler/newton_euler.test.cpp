#include "newton_euler/newton_euler.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "syntax/statement.hpp"

// The second way to accelerations against closed forms: nothing of the lowering takes part here.
namespace anholon::newton_euler {
namespace {

Response response(const std::string& text,
                  const std::vector<std::pair<std::string, std::array<double, 2>>>& state, double t = 0) {
    const Source source("test.anh", text);
    Diagnostics diagnostics;
    const auto tree = syntax::parse_model(source, diagnostics);
    if (!tree) throw std::runtime_error(render(diagnostics, source, {}));
    std::vector<std::string> names;
    State at{t, {}, {}};
    for (const auto& [name, value] : state) {
        names.push_back(name);
        at.q.push_back(value[0]);
        at.v.push_back(value[1]);
    }
    return NewtonEuler(*tree, source, names, {}, {}).at(at);
}

// d/dε of f(sin(1 + 2ε + 3ε²)) with f(u) = u^1.5.
TEST(Jet, ComposesDerivatives) {
    Jet a;
    a.c = {1, 2, 3};
    a.d = {0, 1, 0};
    const Jet b = power(sine(a), 1.5);
    const auto value = [](double e, double slope) {
        return std::pow(std::sin(1 + 2 * e + 3 * e * e + slope * e), 1.5);
    };
    const double h = 1e-4;
    EXPECT_NEAR(b.c[1], (value(h, 0) - value(-h, 0)) / (2 * h), 1e-7);
    EXPECT_NEAR(b.c[2], (value(h, 0) - 2 * value(0, 0) + value(-h, 0)) / (2 * h * h), 1e-6);
    EXPECT_NEAR(b.d[1], 1.5 * std::sqrt(std::sin(1.0)) * std::cos(1.0), 1e-14);
    EXPECT_TRUE(std::isnan(rate(a).c[2]));
}

// Euler: I ω̇ = I ω × ω + M; with angles at zero and their rates in order, ω = (p, q, r) about x, y, z.
TEST(NewtonEuler, AFreeTopObeysEuler) {
    const Response r = response(
        "model A { body b { mass 1; inertia (1, 2, 4); pose about (0, 0, 0); angles a about x, b about y, c "
        "about z } }",
        {{"a", {0, 0.3}}, {"b", {0, 0.5}}, {"c", {0, 0.7}}});
    // ω = (a' + b' sin…, …): at zero angles ω̇ = (a'' + c' b', b'' − c' a', c'' + a' b')
    const double p = 0.3, q = 0.5, s = 0.7;
    EXPECT_NEAR(r.accelerations[0] + s * q, (2 - 4) * q * s / 1, 1e-13);
    EXPECT_NEAR(r.accelerations[1] - s * p, (4 - 1) * s * p / 2, 1e-13);
    EXPECT_NEAR(r.accelerations[2] + q * p, (1 - 2) * p * q / 4, 1e-13);
}

// A ball rolls down a slope with 5/7 g sin a; friction is 2/7 of the weight along it.
TEST(NewtonEuler, ABallRollsDown) {
    const Response r = response(
        "model A { ground plane z = 0; gravity 10 along (0.6, 0, -0.8); body b { mass 2; shape ball(0.5) }\n"
        "contact b on ground rolling }",
        {{"q0", {1, 0}},
         {"q1", {0, 0}},
         {"q2", {0, 0.5}},
         {"q3", {0, 0}},
         {"x", {0, 0.5}},
         {"y", {0, 0}},
         {"z", {0.5, 0}}});
    EXPECT_LT(r.off_place, 1e-15);
    EXPECT_LT(r.off_velocity, 1e-15);
    EXPECT_NEAR(r.accelerations[4], 5.0 / 7 * 6, 1e-13);
    ASSERT_EQ(r.forces.size(), 1u);
    EXPECT_NEAR(r.forces[0].force[0], -2.0 / 7 * 12, 1e-13);
    EXPECT_NEAR(r.forces[0].force[2], 16, 1e-13);
}

// Energies beside the parts: (1 + J) ψ̈ + x ψ̇ … of T = ½ x² ψ̇², by hand.
TEST(NewtonEuler, EnergiesBesideThePartsCount) {
    const Response r = response(
        "model A { frame f { mass 1; inertia 2 }; kinetic x^2*psi'^2/2; potential 3*x; dissipation psi'^2; "
        "force on y: t }",
        {{"x", {0.5, 0.2}}, {"y", {0, 0}}, {"psi", {0, 0.7}}}, 4);
    EXPECT_NEAR(r.accelerations[0], 0.5 * 0.7 * 0.7 - 3, 1e-13);
    EXPECT_NEAR(r.accelerations[1], 4, 1e-13);
    EXPECT_NEAR(r.accelerations[2] * (2 + 0.25) + 2 * 0.5 * 0.2 * 0.7, -2 * 0.7, 1e-13);
}

TEST(NewtonEuler, AStateOffTheConstraintsIsTold) {
    const Response r = response(
        "model A { ground plane z = 0; body b { mass 1; shape ball(0.5); angles a about z }; contact b on "
        "ground sliding }",
        {{"a", {0, 0}}, {"x", {0, 0}}, {"y", {0, 0}}, {"z", {0.7, 0.1}}});
    EXPECT_NEAR(r.off_place, 0.2, 1e-15);
    EXPECT_EQ(r.worst_place, "b on ground: touches");
    EXPECT_GT(r.off_velocity, 0.05);
}

}  // namespace
}  // namespace anholon::newton_euler
