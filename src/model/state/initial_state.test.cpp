#include "model/state/initial_state.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/model.hpp"
#include "model/read_model.test.hpp"
#include "model/state/parameter_values.hpp"

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

// Quasi-velocities that are 0 by default move less readily. At q1 = 0.3 one of them was taken for dependent on what moves freely.
TEST(InitialState, WhatIsHeldFirmlyMovesWhereItMust) {
    const System system = from_gallery("ball-on-turntable");
    for (const char* name : {"q1", "q2", "q3"})
        for (long k = 0; k < 20; ++k) {
            const auto result = initial_state(system, {.values = {{system.c().find(name), Rational(k, 20)}}});
            ASSERT_TRUE(result.state) << name << " = " << k << "/20";
            EXPECT_LT(result.state->residual, 1e-13) << name << " = " << k << "/20";
        }
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

double value(const Case& c, std::string_view name) {
    if (c.result.state)
        for (const auto* list : c.result.state->parts())
            for (const InitialVariable& x : *list)
                if (x.name == name) return x.value;
    ADD_FAILURE() << "no variable " << name;
    return NAN;
}

// A ball whose mass centre lies off its own centre, on a plane: its height depends on its attitude.
std::string off_centre_ball(const std::string& init) {
    return "model B { ground plane z = 0; gravity 9.81 along (0, 0, -1); body ball { mass 1; inertia (0.2, "
           "0.3, 0.4); "
           "surface sphere(0.5) at (0.1, 0.05, -0.2) }; contact ball on ground rolling; " +
           init + " }";
}

// Turning by the nearest allowed attitude is normalising the quaternion; the height follows.
TEST(InitialState, QuaternionsAreNormalised) {
    const Case c(off_centre_ball("init q0 = 0.6, q1 = 0.8000001"));
    ASSERT_TRUE(c.result.state);
    const double norm = std::hypot(0.6, 0.8000001);
    EXPECT_NEAR(value(c, "q0"), 0.6 / norm, 1e-14);
    EXPECT_NEAR(value(c, "q1"), 0.8000001 / norm, 1e-14);
    EXPECT_EQ(value(c, "q2"), 0);
    EXPECT_EQ(value(c, "q3"), 0);
}

TEST(InitialState, DoubleRootsAreFound) {
    const Case exact(off_centre_ball("init q0 = 0.6, q1 = 0.8, q2 = 0"));
    EXPECT_EQ(value(exact, "q3"), 0);
    EXPECT_EQ(value(exact, "q0"), 0.6);
    EXPECT_EQ(value(exact, "q1"), 0.8);
    const Case rounded(off_centre_ball("init q0 = 0.7071067811, q1 = 0.7071067811"));
    EXPECT_EQ(value(rounded, "q3"), 0);
    EXPECT_NEAR(value(rounded, "q0"), std::sqrt(0.5), 1e-15);
    EXPECT_FALSE(rounded.result.state->is_changed());
    const Case approached(
        "model A { coord x, y; kinetic x'^2 + y'^2; constraint x^2 + y^2 = 1; init x = 1; guess y = 0.3 }");
    EXPECT_NEAR(value(approached, "y"), 0, 1e-14);
}

// The attitude stays upright, though the height would have less far to go with another one.
TEST(InitialState, WhatHasADefaultMovesAfterWhatHasNone) {
    const Case c(off_centre_ball(""));
    EXPECT_EQ(value(c, "q0"), 1);
    EXPECT_EQ(value(c, "q1"), 0);
    const double height = value(c, "z");
    EXPECT_NEAR(height, 0.5 + 0.2, 1e-14);
}

TEST(InitialState, WhatSatisfiesItsConstraintsDoesNotMove) {
    const Case c(R"(model A {
  coord x, y, u, w
  kinetic x'^2 + y'^2 + u'^2 + w'^2
  constraint x^2 + y^2 = 25
  constraint u^2 + w^2 = 1
  init x = 3, y = 4, u = 3, w = 4
})");
    EXPECT_EQ(value(c, "x"), 3);
    EXPECT_EQ(value(c, "y"), 4);
    EXPECT_NEAR(value(c, "u"), 0.6, 1e-14);
}

// A four-bar linkage has two assemblies; a guess chooses one of them and is no given value.
TEST(InitialState, GuessesChooseTheBranch) {
    const auto linkage = [](const std::string& guess) {
        return "model L { coord a, b, c; kinetic a'^2 + b'^2 + c'^2; constraint cos(a) + 3*cos(b) = 3 + "
               "2*cos(c); "
               "constraint sin(a) + 3*sin(b) = 2*sin(c); init a = 1; guess " +
               guess + " }";
    };
    const Case up(linkage("b = 0.4, c = 1")), down(linkage("b = -1, c = -1.5"));
    for (const Case* one : {&up, &down}) {
        const double a = value(*one, "a"), b = value(*one, "b"), c = value(*one, "c");
        EXPECT_EQ(a, 1);
        EXPECT_NEAR(std::cos(a) + 3 * std::cos(b) - 3 - 2 * std::cos(c), 0, 1e-15);
        EXPECT_NEAR(std::sin(a) + 3 * std::sin(b) - 2 * std::sin(c), 0, 1e-15);
    }
    EXPECT_GT(value(up, "c"), 0);
    EXPECT_LT(value(down, "c"), 0);
}

std::string code_of(const std::string& statements) {
    const Case c("model A { coord x, y; kinetic x'^2 + y'^2; " + statements + " }");
    return c.result.failure ? told(*c.result.failure).code : "";
}

TEST(InitialState, ConstraintsWithoutSolutions) {
    EXPECT_EQ(code_of("constraint exp(x) = 0"), "state-impossible");
    EXPECT_EQ(code_of("constraint exp(x) = 0; init x = -30"), "state-impossible");
    EXPECT_EQ(code_of("constraint 1/x = 0; init x = 1"), "state-impossible");
    EXPECT_EQ(code_of("constraint exp(x)*(1 + y^2) = 0"), "state-impossible");
    EXPECT_EQ(code_of("constraint x^2 + y^2 = -1"), "state-impossible");
    EXPECT_EQ(code_of("constraint exp(x) = 1e-20"), "");
    EXPECT_EQ(code_of("constraint exp(x) = 1e-20; init x = 1"), "");
}

TEST(InitialState, DegenerateConstraints) {
    EXPECT_EQ(code_of("constraint x^3 = 0"), "constraint-degenerate");
    EXPECT_EQ(code_of("constraint x^3 = 0; init y = 1; guess x = 1"), "constraint-degenerate");
    EXPECT_EQ(code_of("constraint x^2 + y^2 = 0"), "constraint-degenerate");
    EXPECT_EQ(code_of("constraint x^2 + y^2 = 0; init x = 1"), "constraint-degenerate");
    EXPECT_EQ(code_of("constraint (x - 1)^2 = 0"), "constraint-degenerate");
    EXPECT_EQ(code_of("constraint x = 0"), "");
    EXPECT_EQ(code_of("constraint x*y = 1e-9; init x = 1e-3"), "");
}

TEST(InitialState, TheConstraintThatHasNoSolutionIsNamed) {
    const Case c(
        "model A { coord x, y; kinetic x'^2 + y'^2; constraint circle: x^2 + y^2 = 1; constraint none: exp(x "
        "+ y) = 0 }");
    ASSERT_TRUE(c.result.failure);
    EXPECT_EQ(c.result.failure->constraint, "none");
    EXPECT_EQ(told(*c.result.failure).message.find("inf"), std::string::npos);
}

TEST(InitialState, StrictKeepsGivenValues) {
    const Case c("model A { coord x, y; kinetic x'^2 + y'^2; constraint x^2 + y^2 = 1; init x = 3 }");
    ASSERT_TRUE(c.result.state);
    const auto strict = initial_state(*c.system, {.is_strict = true});
    ASSERT_TRUE(strict.failure);
    EXPECT_EQ(told(*strict.failure).code, "state-inconsistent");
    EXPECT_EQ(c.source.text(strict.failure->span), "x");
    const Case possible(
        "model A { coord x, y; kinetic x'^2 + y'^2; constraint x^2 + y^2 = 1; init x = 0.6 }");
    EXPECT_TRUE(initial_state(*possible.system, {.is_strict = true}).state);
}

// Changes are seen whatever the unit of length is.
TEST(InitialState, SmallModelsChangeToo) {
    const Case c(
        "model A { coord x, y; kinetic x'^2 + y'^2; constraint x^2 + y^2 = 1e-20; init x = 3e-10, y = 4e-10 "
        "}");
    ASSERT_TRUE(c.result.state);
    EXPECT_NEAR(value(c, "x"), 0.6e-10, 1e-24);
    EXPECT_TRUE(c.result.state->is_changed());
}

TEST(InitialState, AbbreviationsAreSolvedFor) {
    const Case c(R"(model A {
  coord x, y, theta
  kinetic x'^2 + y'^2 + theta'^2
  let along = cos(theta)*x' + sin(theta)*y', far = x^2 + y^2
  constraint cos(theta)*y' - sin(theta)*x' = 0
  init theta = 0.5, along = 2, far = 9, y = 0
})");
    EXPECT_NEAR(value(c, "x'"), 2 * std::cos(0.5), 1e-14);
    EXPECT_NEAR(value(c, "y'"), 2 * std::sin(0.5), 1e-14);
    EXPECT_NEAR(std::abs(value(c, "x")), 3, 1e-14);
    EXPECT_EQ(value(c, "along"), 2);
    EXPECT_FALSE(c.result.state->is_changed());
}

// What should be 0 is 0, not what rounding leaves of it.
TEST(InitialState, NoNoise) {
    const Case c(off_centre_ball("init q0 = cos(0.3), q3 = sin(0.3), w3 = 2"));
    for (const char* name : {"q1", "q2", "x", "y"}) EXPECT_EQ(value(c, name), 0) << name;
    EXPECT_FALSE(std::signbit(value(c, "q1")));
    EXPECT_NEAR(value(c, "z"), 0.7, 1e-15);
}

// J is m l² − Jr, whatever m is.
TEST(Parameters, DerivedOnesFollow) {
    const Case c(
        "model A { param m = 2, l = 0.5, Jr = 0.1, J = m*l^2 - Jr in 0.1..10, K = 2*J; coord phi; kinetic "
        "J/2*phi'^2; "
        "init phi = J }");
    const System& s = *c.system;
    ASSERT_EQ(s.parameters.size(), 3u);
    ASSERT_EQ(s.derived.size(), 2u);
    EXPECT_EQ(s.derived[0].from, (std::vector<std::string>{"m", "l", "Jr"}));
    const InitialStateOptions heavier{.parameters = {{s.parameters[0].symbol, Rational(7)}}};
    EXPECT_NEAR(initial_state(s, heavier).state->q[0].value, 7 * 0.25 - 0.1, 1e-15);
    const auto values = derived_values(s, parameter_point(s, heavier));
    EXPECT_NEAR(values[1].second, 3.3, 1e-15);
    EXPECT_FALSE(derived_outside_range(s, parameter_point(s, heavier)));
    const InitialStateOptions lighter{.parameters = {{s.parameters[0].symbol, Rational(1, 2)}}};
    const auto outside = derived_outside_range(s, parameter_point(s, lighter));
    ASSERT_TRUE(outside);
    EXPECT_EQ(c.source.text(outside->span), "J");
}

std::string first_mistake(const std::string& statements) {
    const Source source("s.anh",
                        "model A { param m = 1; coord x, y; kinetic x'^2 + y'^2; " + statements + " }");
    Diagnostics diagnostics;
    elaborate_model(source, diagnostics);
    return diagnostics.all().empty() ? "" : diagnostics.all()[0].code;
}

TEST(Guess, Mistakes) {
    EXPECT_EQ(first_mistake("guess x = 1, y' = 2"), "");
    EXPECT_EQ(first_mistake("guess m = 1"), "guess-not-state");
    EXPECT_EQ(first_mistake("guess x'' = 1"), "guess-not-state");
    EXPECT_EQ(first_mistake("guess z = 1"), "init-unknown");
    EXPECT_EQ(first_mistake("guess x = 1, x = 2"), "init-twice");
    EXPECT_EQ(first_mistake("init x = 1; guess x = 2"), "guess-of-given");
    EXPECT_EQ(first_mistake("guess x = y"), "value-not-constant");
    EXPECT_EQ(first_mistake("experiment e { guess x = 1; init x = 2 }"), "guess-of-given");
    EXPECT_EQ(first_mistake("experiment e { guess x = 1 }"), "");
}

TEST(Parameters, DerivedOnesCannotBeSet) {
    EXPECT_EQ(first_mistake("param J = 2*m; experiment e { param m = 3 }"), "");
    EXPECT_EQ(first_mistake("param J = 2*m; experiment e { param J = 3 }"), "parameter-derived");
    EXPECT_EQ(first_mistake("param J = 2*m in 0..4; experiment e { param m = 3 }"), "value-outside-range");
    EXPECT_EQ(first_mistake("param k = 2 in 1..3; experiment e { param k = 4 }"), "value-outside-range");
    EXPECT_EQ(first_mistake("param J = 2*m; potential J'"), "prime-of-constant");
}

// Both branches of max(0, sin t) have the same value where they meet.
TEST(InitialState, MayLieWhereBranchesMeet) {
    const System system = model(
        "model K { coord x, y; kinetic (x'^2 + y'^2)/2; constraint c: y' = max(0, sin(t))*x'; init x' = 0.5, "
        "y' = 1 }");
    const auto state = initial_state(system).state;
    ASSERT_TRUE(state);
    EXPECT_EQ(state->v[1].value, 0);
}

// x'^2 = 1 holds wherever x' = 1 does, though its gradient follows only there.
TEST(InitialState, ANonlinearConstraintMayFollow) {
    const auto with = [](const std::string& constraints) {
        return "model A { coord x, y; kinetic (x'^2 + y'^2)/2; " + constraints + "; init y' = 2 }";
    };
    const System follows = model(with("constraint a: x'^2 = 1; constraint b: x' = 1"));
    ASSERT_EQ(follows.constraints.size(), 1u);
    EXPECT_EQ(follows.constraints[0].name, "b");
    EXPECT_EQ(initial_state(follows).state->v[0].value, 1);
    EXPECT_NE(said(with("constraint a: x'^2 = 4; constraint b: x' = 1")).find("constraint-contradictory"),
              std::string::npos);
    // Of two nonlinear ones the initial state tells.
    EXPECT_TRUE(
        initial_state(model(with("constraint a: x'^2 + y'^2 = 4; constraint b: (x'^2 + y'^2)^2 = 16")))
            .state);
    EXPECT_FALSE(
        initial_state(model(with("constraint a: x'^2 + y'^2 = 4; constraint b: (x'^2 + y'^2)^2 = 25")))
            .state);
}

}  // namespace
}  // namespace anholon
