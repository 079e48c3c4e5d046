#include "model/initial_state.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/model.hpp"

namespace anholon {
namespace {

struct Case {
    explicit Case(std::string text) : source("s.anh", std::move(text)) {
        system = elaborate_model(source, diagnostics);
        EXPECT_TRUE(system) << render(diagnostics, source);
        if (system) result = initial_state(*system);
    }
    Source source;
    Diagnostics diagnostics;
    std::optional<System> system;
    InitialStateResult result;
};

TEST(InitialState, QuasiVelocitiesDetermineVelocities) {
    const Case c(R"(model A {
  coord x, y, theta
  kinetic x'^2 + y'^2 + theta'^2
  constraint cos(theta)*y' - sin(theta)*x' = 0
  quasi v = cos(theta)*x' + sin(theta)*y', w = theta'
  init theta = 0.5, v = 2, w = 3
})");
    ASSERT_TRUE(c.result.state);
    const InitialState& s = *c.result.state;
    EXPECT_NEAR(s.v[0].value, 2 * std::cos(0.5), 1e-14);
    EXPECT_NEAR(s.v[1].value, 2 * std::sin(0.5), 1e-14);
    EXPECT_NEAR(s.v[2].value, 3, 1e-14);
    EXPECT_FALSE(s.is_changed());
}

TEST(InitialState, WhatIsNotGivenMovesFirst) {
    const Case c(
        "model A { coord x, y; kinetic x'^2 + y'^2; constraint x^2 + y^2 = 1; init x = 0.6, y' = 1.5 }");
    ASSERT_TRUE(c.result.state);
    const InitialState& s = *c.result.state;
    EXPECT_EQ(s.q[0].value, 0.6);
    EXPECT_NEAR(std::abs(s.q[1].value), 0.8, 1e-13);
    EXPECT_NEAR(s.q[0].value * s.v[0].value + s.q[1].value * s.v[1].value, 0, 1e-13);
    EXPECT_EQ(s.v[1].value, 1.5);
    EXPECT_FALSE(s.is_changed());
}

TEST(InitialState, GivenValuesMoveIfTheyMust) {
    const Case c("model A { coord x, y; kinetic x'^2 + y'^2; constraint x^2 + y^2 = 1; init x = 3, y = 4 }");
    ASSERT_TRUE(c.result.state);
    EXPECT_TRUE(c.result.state->is_changed());
    EXPECT_NEAR(c.result.state->q[0].value, 0.6, 1e-12);
    EXPECT_NEAR(c.result.state->q[1].value, 0.8, 1e-12);
    EXPECT_LT(c.result.state->residual, 1e-13);
}

TEST(InitialState, NonlinearConstraints) {
    const Case c(R"(model AppellHamel {
  param k = 2.25
  coord x, y, z
  kinetic (x'^2 + y'^2 + z'^2)/2
  constraint x'^2 + y'^2 = k*z'^2
  init x' = 3, y' = 4
})");
    ASSERT_TRUE(c.result.state);
    EXPECT_NEAR(std::abs(c.result.state->v[2].value), 5 / 1.5, 1e-12);
    EXPECT_FALSE(c.result.state->is_changed());
}

TEST(InitialState, Impossible) {
    const Case position("model A { coord x, y; kinetic x'^2 + y'^2; constraint x^2 + y^2 = -1 }");
    ASSERT_TRUE(position.result.failure);
    EXPECT_EQ(position.result.failure->constraint, position.system->constraints[0].name);
    const Case velocity("model A { coord x, y; kinetic x'^2 + y'^2; constraint x'^2 + y'^2 + 1 = 0 }");
    EXPECT_TRUE(velocity.result.failure);
}

// The velocities of the second constraint follow from those of the first, its place does not.
TEST(InitialState, WhatFollowsInVelocitiesMustHoldInPlace) {
    const std::string head = "model A { coord p, q; kinetic p'^2 + q'^2; constraint cos(p) = 1/2; ";
    const Case contradictory(head + "constraint sin(p) = 0 }");
    ASSERT_TRUE(contradictory.result.failure);
    EXPECT_NEAR(contradictory.result.failure->residual, 0.5, 0.5);
    const Case other_branch(head + "constraint sin(p) = -sqrt(3)/2 }");
    ASSERT_TRUE(other_branch.result.state);
    EXPECT_NEAR(std::sin(other_branch.result.state->q[0].value), -std::sqrt(3) / 2, 1e-12);
    const Case square(
        "model A { coord p, q; kinetic p'^2 + q'^2; constraint p = 1; constraint (p - 1)^2 = 0 }");
    ASSERT_TRUE(square.result.state);
    EXPECT_NEAR(square.result.state->q[0].value, 1, 1e-12);
}

TEST(InitialState, RealisationsDoNotHoldTheConstraint) {
    const Case c(
        "model A { coord x, y; kinetic x'^2 + y'^2; constraint x' = y'; motion viscous N = 100; init x' = 1, "
        "y' = 2 }");
    ASSERT_TRUE(c.result.state);
    EXPECT_FALSE(c.result.state->is_changed());
    EXPECT_EQ(c.result.state->v[1].value, 2);
}

TEST(InitialState, Overrides) {
    const Case c(
        "model A { param l = 1; coord x, y; kinetic x'^2 + y'^2; constraint x^2 + y^2 = l^2; init y = 0.5, x "
        "= 1 }");
    const System& s = *c.system;
    const auto other = initial_state(s, {.parameters = {{s.parameters[0].symbol, Rational(2)}},
                                         .values = {{s.coordinates[1].symbol, Rational(0)}}});
    ASSERT_TRUE(other.state);
    EXPECT_NEAR(other.state->q[0].value, 2, 1e-12);
    EXPECT_EQ(other.state->q[1].value, 0);
}

}  // namespace
}  // namespace anholon
