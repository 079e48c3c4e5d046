#include "model/model.hpp"

#include <gtest/gtest.h>

#include <random>

#include "expr/derivative.hpp"
#include "expr/print.hpp"
#include "expr/zero.hpp"
#include "model/gallery.hpp"
#include "model/state/initial_state.hpp"

namespace anholon {
namespace {

System system_of(std::string text) {
    const Source source("s.anh", std::move(text));
    Diagnostics diagnostics;
    auto system = elaborate_model(source, diagnostics);
    EXPECT_TRUE(system) << render(diagnostics, source);
    return system ? std::move(*system) : System{};
}

bool same(Expr a, Expr b) { return is_zero(a - b).answer == Answer::yes; }

TEST(Model, Sleigh) {
    const GalleryModel* model = find_in_gallery("chaplygin-sleigh");
    ASSERT_TRUE(model);
    const System s = system_of(std::string(model->text));
    EXPECT_EQ(s.name, "ChaplyginSleigh");
    ASSERT_EQ(s.parameters.size(), 3u);
    EXPECT_EQ(s.parameters[2].value, Rational(3, 10));
    EXPECT_EQ(s.parameters[1].unit, "kg m^2");
    EXPECT_EQ(s.parameters[0].range->first, Rational(1, 10));
    EXPECT_EQ(s.coordinates.size(), 3u);
    EXPECT_EQ(text(s.coordinates[2].modulus), "2*pi");
    ASSERT_EQ(s.constraints.size(), 1u);
    EXPECT_EQ(s.constraints[0].kind, Constraint::Kind::linear);
    EXPECT_EQ(s.quasi.size(), 2u);
    EXPECT_EQ(s.init.size(), 2u);
    EXPECT_EQ(s.expectations.size(), 6u);
    EXPECT_EQ(text(s.multipliers.at(0)), "lambda");
}

TEST(Model, TheGalleryElaboratesAndItsInitialStatesExist) {
    EXPECT_GE(gallery().size(), 3u);
    for (const GalleryModel& model : gallery()) {
        const Source source(std::string(model.name), std::string(model.text));
        Diagnostics diagnostics;
        const auto system = elaborate_model(source, diagnostics);
        ASSERT_TRUE(system) << render(diagnostics, source);
        EXPECT_EQ(diagnostics.warnings(), 0u) << render(diagnostics, source);
        EXPECT_TRUE(initial_state(*system).state) << model.name;
    }
}

TEST(Model, QuasiVelocitiesAreReplacedInEnergyAndKeptInExpectations) {
    const System s = system_of(
        "model A { coord θ; quasi w = 2*theta'; kinetic w^2; force on w: w\n expect equation w' = w }");
    const Expr theta = s.coordinates[0].symbol;
    EXPECT_TRUE(same(s.T, Rational(4) * pow(dot(theta), Rational(2))));
    EXPECT_TRUE(same(s.Q[0], Rational(4) * dot(theta)));
    EXPECT_EQ(s.expectations[0].left, dot(s.quasi[0].symbol));
    EXPECT_EQ(s.expectations[0].right, s.quasi[0].symbol);
}

TEST(Model, LagrangianIsSplit) {
    const System s = system_of("model A { coord x; lagrangian x'^2/2 + x*x' - x^2 + 3 }");
    const Expr x = s.coordinates[0].symbol;
    EXPECT_TRUE(same(s.V, pow(x, Rational(2)) - Rational(3)));
    EXPECT_TRUE(same(s.T, pow(dot(x), Rational(2)) / Rational(2) + x * dot(x)));
}

TEST(Model, DissipationIsAForce) {
    const System s = system_of("model A { coord x; kinetic x'^2; dissipation 3*x'^2; force on x: 1 }");
    EXPECT_TRUE(same(s.Q[0], Rational(1) - Rational(6) * dot(s.coordinates[0].symbol)));
}

TEST(Model, KindsOfConstraints) {
    const System s = system_of(R"(model A {
  coord x, y, z, u
  kinetic x'^2 + y'^2 + z'^2 + u'^2
  constraint x^2 + y^2 = 1 + x' - x'
  constraint z' = x*y' + t
  constraint z'^2 + u'^2 = y'^2 + 1
})");
    ASSERT_EQ(s.constraints.size(), 3u);
    EXPECT_EQ(s.constraints[0].kind, Constraint::Kind::geometric);
    EXPECT_EQ(s.constraints[1].kind, Constraint::Kind::linear);
    EXPECT_EQ(s.constraints[2].kind, Constraint::Kind::nonlinear);
    EXPECT_EQ(s.constraints[2].name, "c3");
    EXPECT_EQ(text(s.multipliers[1]), "lambda_c2");
}

TEST(Model, RedundantConstraintsAreLeftOut) {
    const System s =
        system_of("model A { coord x, y; kinetic x'^2 + y'^2; constraint x' = y'; constraint 2*x' = 2*y' }");
    EXPECT_EQ(s.constraints.size(), 1u);
}

TEST(Model, Motions) {
    const std::string head = "model A { coord x, y; kinetic x'^2 + y'^2; constraint x' = y'; motion ";
    EXPECT_EQ(system_of(head + "vakonomic }").motion.axiom, Axiom::vakonomic);
    EXPECT_EQ(system_of(head + "free }").motion.axiom, Axiom::free);
    const System force = system_of(head + "servo force (1, x) }");
    ASSERT_EQ(force.motion.directions.size(), 1u);
    EXPECT_EQ(force.motion.directions[0][1], force.coordinates[0].symbol);
    const System momentum = system_of(head + "servo momentum N = x' }");
    EXPECT_EQ(momentum.motion.momenta.at(0), dot(momentum.coordinates[0].symbol));
    EXPECT_EQ(system_of(head + "viscous N = 1e3 }").motion.stiffness.number(), Rational(1000));
    EXPECT_EQ(system_of(head + "added-mass N = 7 }").motion.axiom, Axiom::added_mass);
}

TEST(Model, ParametersAreExact) {
    const System s = system_of(
        "model A { param a = 0.1, b = 2*a, c = 30 [deg], d = 5 [cm], e = sqrt(2); coord x; kinetic x'^2 }");
    EXPECT_EQ(s.parameters[0].value, Rational(1, 10));
    EXPECT_EQ(text(s.parameters[1].exact), "pi/6");
    EXPECT_EQ(s.parameters[1].value.to_double(), 0.523598775598298873077);
    EXPECT_EQ(s.parameters[2].value, Rational(1, 20));
    EXPECT_EQ(s.parameters[3].value.to_double(), 1.41421356237309504880);
    ASSERT_EQ(s.derived.size(), 1u);
    EXPECT_EQ(s.derived[0].definition, 2 * s.parameters[0].symbol);
}

TEST(Model, Algebra) {
    const System s = system_of(R"(model ServoBody {
  algebra so(3)
  param I1 = 1, I2 = 2, I3 = 3, I12 = 0.1, b2 = 1, b3 = 2
  inertia (I1, I2, I3; I12, 0, 0)
  constraint (0, 0, 1)
  motion servo momentum (0, b2, b3)
  torque (1, 0, w1)
  init w1 = 1
  expect equation w1' = 0
})");
    ASSERT_TRUE(s.algebra);
    const auto& w = s.algebra->omega;
    EXPECT_EQ(s.constraints[0].residual, w[2]);
    EXPECT_EQ(s.Q[2], w[0]);
    EXPECT_EQ(text(s.motion.momenta[0]), "b2*w2 + b3*w3");
    EXPECT_EQ(text(s.L), "I1*w1^2/2 + I2*w2^2/2 + I3*w3^2/2 + I12*w1*w2");
}

TEST(Model, LargeModels) {
    std::string text = "model A { coord x; kinetic x'^2\n";
    for (int i = 0; i < 50000; ++i)
        text += "param p" + std::to_string(i) + " = " + (i ? "p" + std::to_string(i - 1) : "1") + "\n";
    EXPECT_EQ(system_of(text + "}").parameters.back().value, Rational(1));
    std::string many = "model A { kinetic 1\n coord x";
    for (int i = 0; i < 50000; ++i) many += ", x" + std::to_string(i);
    const Source source("s", many + "}");
    Diagnostics diagnostics;
    EXPECT_FALSE(elaborate_model(source, diagnostics));
    ASSERT_EQ(diagnostics.errors(), 1u);
    EXPECT_EQ(diagnostics.all()[0].message, "a model can have at most 1000 coordinates");
}

TEST(Model, RandomStatementsNeverCrash) {
    const char* statements[] = {"param m = 1 [kg]",
                                "param a = 0.3, b = 2*a",
                                "param x = log(b)",
                                "coord x, y",
                                "coord θ [rad] mod 2*pi",
                                "coord x [m]",
                                "let v = x'*m",
                                "let s = v' + theta",
                                "kinetic m*x'^2/2",
                                "kinetic (x'^2 + y'^2 + theta'^2)/2",
                                "kinetic w1^2 + w2^2",
                                "potential m*x*cos(theta)",
                                "lagrangian x'^2 - y",
                                "lagrangian 1/x'",
                                "dissipation x'^2*a",
                                "force on x: y, theta: 1/x",
                                "constraint x' = y",
                                "constraint c: x^2 + y^2 = 1",
                                "constraint x*x' + y*y' = 0",
                                "constraint x'^2 + y'^2 = 1",
                                "constraint 0 = 1",
                                "constraint (0, 0, 1)",
                                "constraint sin(theta)*x' = cos(theta)*y'",
                                "quasi u = x' + y'",
                                "quasi w = theta', u = 2*x'",
                                "motion vakonomic",
                                "motion viscous N = a",
                                "motion servo force (1, 2)",
                                "motion servo momentum (1, 2, 3)",
                                "motion servo momentum N = x'",
                                "init x = 1, y' = 2",
                                "init u = a, lambda = 1",
                                "expect dof 2",
                                "expect equation u' = w",
                                "expect value x = 1 at 3",
                                "expect integral energy",
                                "experiment e { until 3; init x = 2; param a = 2 }",
                                "algebra so(3)",
                                "algebra table { [1, 2] = 3; [1, 3] = a*e2 }",
                                "inertia (1, 2, 3)",
                                "inertia (a, b, m; 1, 2, 3)",
                                "torque (1, w2, 0)",
                                "velocities p, q, r"};
    std::mt19937 random(3);
    std::size_t accepted = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        std::string text = "model A {\n";
        if (trial % 2) text += "coord x, y, theta; kinetic x'^2 + y'^2 + theta'^2; param a = 1\n";
        for (std::size_t n = random() % 7; n > 0; --n)
            text += std::string(statements[random() % std::size(statements)]) + "\n";
        const Source source("s", text + "}");
        Diagnostics diagnostics;
        const auto system = elaborate_model(source, diagnostics);
        ASSERT_EQ(system.has_value(), !diagnostics.failed()) << text;
        render(diagnostics, source);
        if (!system) continue;
        ++accepted;
        const auto initial = initial_state(*system);
        ASSERT_NE(initial.state.has_value(), initial.failure.has_value()) << text;
    }
    EXPECT_GT(accepted, 100u);
}

// ṁ_k = c^i_jk m_i ω_j is ṁ = m × ω on so(3).
TEST(Model, TheFreeTopTurnsTheRightWay) {
    const System s = system_of("model Top { algebra so(3); param a = 1, b = 2, c = 3; inertia (a, b, c) }");
    const LieAlgebra& g = *s.algebra;
    const std::vector<Expr> m = gradient(s.L, g.omega);
    for (std::size_t k = 0; k < 3; ++k) {
        Expr rate = s.c().zero();
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) rate = rate + g.c(i, j, k) * m[i] * g.omega[j];
        const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
        EXPECT_TRUE(same(rate, m[i] * g.omega[j] - m[j] * g.omega[i])) << k;
    }
}

}  // namespace
}  // namespace anholon
