#include "request/level.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/read_model.test.hpp"
#include "model/refusal.hpp"
#include "motion/moved.test.hpp"
#include "request/reduced.hpp"
#include "verify/verify.hpp"

namespace anholon {
namespace {

System on(const std::vector<std::string>& levels, System system) {
    const System closed = system;
    request::add_levels(system, closed, levels);
    return system;
}

// What a level that is refused is told.
std::string refused(const std::vector<std::string>& levels, const System& system) {
    try {
        on(levels, system);
    } catch (const Refusal& e) {
        const Diagnostic& said = e.diagnostics.all().front();
        return said.code + ": " + said.message;
    }
    return "accepted";
}

double distance(const Values& a, const Values& b) {
    double most = 0;
    for (const auto& [name, value] : a)
        if (const auto same = b.find(name); same != b.end() && !name.starts_with("integral"))
            most = std::max(most, std::abs(value - same->second) / std::max(1.0, std::abs(value)));
    return most;
}

const char* const pendulum = R"(model Pendulum {
  param g = 9.81
  coord th, x
  kinetic th'^2/2 + x'^2
  potential -g*cos(th)
  init th = 1, th' = 2, x' = 0.5
})";

struct Case {
    std::string model, level, multiplier;
};

class LevelOf : public testing::TestWithParam<Case> {};

// The motion keeps to the level by itself: with the constraint it is the same, and the multiplier vanishes.
TEST_P(LevelOf, IsWhereTheMotionGoes) {
    const System free = from_gallery(GetParam().model), bound = on({GetParam().level}, free);
    const Values expected = at(free, 1), found = at(bound, 1);
    EXPECT_LT(distance(expected, found), 1e-12);
    EXPECT_NEAR(found.at(GetParam().multiplier), 0, 1e-12);
}

TEST_P(LevelOf, HasEquationsThatAgree) {
    const System bound = on({GetParam().level}, from_gallery(GetParam().model));
    for (const FormVerdict& v : verify(bound)) EXPECT_TRUE(is_as_it_must_be(v)) << v.form->id;
    for (const ExpectationVerdict& v : check_expectations(bound))
        if (v.expectation->kind != Expectation::Kind::value)
            EXPECT_EQ(v.holds, Answer::yes) << v.expectation->name << ": " << v.reason;
}

INSTANTIATE_TEST_SUITE_P(Gallery, LevelOf,
                         testing::Values(Case{"rolling-disc", "energy", "lambda_level_energy"},
                                         Case{"suslov", "I11*w1^2 + I22*w2^2", "lambda_level1"},
                                         Case{"chaplygin-ball", "K1*g1 + K2*g2 + K3*g3", "lambda_level1"},
                                         Case{"chaplygin-ball", "K1^2 + K2^2 + K3^2", "lambda_level1"}));

TEST(Level, OfACore) {
    const System full = from_gallery("chaplygin-ball");
    for (const char* level : {"K1*g1 + K2*g2 + K3*g3", "energy"}) {
        System core = request::reduced(full, Rest::along).system;
        request::add_levels(core, request::reduced(full).system, {level});
        const Values found = at(core, 1);
        EXPECT_LT(distance(at(full, 1), found), 1e-12) << level;
    }
}

// A quasi-velocity that is free no more is known by its name all the same.
TEST(Level, OfALinearIntegralTakesAFreeVelocity) {
    const System free = from_gallery("chaplygin-ball"), bound = on({"K1*g1 + K2*g2 + K3*g3"}, free);
    EXPECT_EQ(free.quasi.size(), 3u);
    EXPECT_EQ(bound.quasi.size(), 2u);
    EXPECT_NEAR(at(bound, 1).at("w3"), at(free, 1).at("w3"), 1e-12);
}

// Until θ' = 0: there the gradients of both levels are parallel.
TEST(Level, OfTwoIntegralsTakesTwo) {
    const System bound = on({"energy", "x'"}, model(pendulum));
    EXPECT_EQ(bound.constraints.size(), 2u);
    EXPECT_LT(distance(at(model(pendulum), 0.2), at(bound, 0.2)), 1e-12);
}

// E = ½ θ'² − g cos θ + x'²: what is not given moves first.
TEST(Level, WithAValueMovesTheStart) {
    const System bound = on({"energy = 10"}, model(changed(pendulum, ", th' = 2", "")));
    const InitialState start = possible_initial_state(bound);
    EXPECT_NEAR(std::abs(start.v[0].value), std::sqrt(2 * (10 + 9.81 * std::cos(1.0) - 0.25)), 1e-12);
    EXPECT_EQ(start.v[1].value, 0.5);
}

// Where the model gives every velocity, these move.
TEST(Level, WithAValueMovesWhatTheModelGives) {
    const System ball = from_gallery("chaplygin-ball");
    EXPECT_NEAR(at(on({"energy = 5"}, ball), 1).at("energy"), 5, 1e-12);
    EXPECT_NEAR(at(on({"K1*g1 + K2*g2 + K3*g3 = 1"}, ball), 1).at("integral3"), 1, 1e-12);
}

TEST(Level, OfWhatChangesIsRefused) {
    const std::string said = refused({"th'"}, model(pendulum));
    EXPECT_TRUE(said.starts_with(
        "level-not-integral: 'th'' is no first integral: it changes along the motion. At th = "))
        << said;
    // θ'' = −g sin θ at the state that is told
    const double th = std::stod(said.substr(said.find("th = ") + 5)),
                 rate = std::stod(said.substr(said.find("rate is ") + 8));
    EXPECT_NEAR(rate, -9.81 * std::sin(th), 1e-4);
    EXPECT_TRUE(refused({"x"}, model(pendulum)).starts_with("level-not-integral"));
    EXPECT_TRUE(refused({"w1 = 1"}, from_gallery("suslov")).starts_with("level-not-integral"));
}

TEST(Level, ThatSaysNothingNewIsRefused) {
    EXPECT_EQ(
        refused({"w3"}, from_gallery("suslov")),
        "level-dependent: the level of 'w3' is no further condition: the constraints before it imply it");
    EXPECT_EQ(refused({"energy", "x'", "th'^2/2 - g*cos(th)"}, model(pendulum)),
              "level-dependent: the level of 'th'^2/2 - g*cos(th)' is no further condition: the constraints "
              "and levels "
              "before it imply it");
    EXPECT_EQ(refused({"g^2"}, model(pendulum)),
              "level-dependent: 'g^2' has no velocities in it, so its level restricts none");
    EXPECT_EQ(refused({"energy", "energy=3"}, model(pendulum)),
              "setting-twice: the level of 'energy' is given twice");
}

TEST(Level, WithoutAStateIsRefused) {
    EXPECT_EQ(refused({"energy=-20"}, model(pendulum)),
              "level-unreachable: no state near the initial one has energy = -20");
}

TEST(Level, OfOtherThingsIsRefused) {
    EXPECT_EQ(refused({"energy="}, model(pendulum)),
              "level-bad: --level takes EXPR or EXPR=VALUE, not 'energy='");
    EXPECT_EQ(refused({"th''"}, model(pendulum)),
              "level-not-state: 'th''' has no level: 'th''' is neither a coordinate nor a velocity");
    EXPECT_TRUE(refused({"nonsense"}, model(pendulum)).starts_with("name-unknown"));
    EXPECT_TRUE(refused({"energy"}, from_gallery("vakonomic-skate")).starts_with("level-law"));
    const System core = request::reduced(from_gallery("chaplygin-sleigh-incline")).system;
    EXPECT_EQ(refused({"energy"}, core),
              "level-not-state: the energy holds coordinates that the core does not have");
}

}  // namespace
}  // namespace anholon
