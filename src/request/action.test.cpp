#include "request/action.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/read_model.test.hpp"

namespace anholon::request {
namespace {

ActionFound along(const System& system, const char* until = "2") {
    SimulationWords start;
    start.until = until;
    return answer(Action{.start = start}, system);
}

bool is_stationary(const FirstVariation& v, Stationarity FirstVariation::*which) {
    return v.is_stationary(v.*which);
}

constexpr const char* skate =
    "model Skate { coord x, y, phi; kinetic (x'^2 + y'^2 + phi'^2)/2; potential -x\n"
    "  constraint blade: x'*sin(phi) - y'*cos(phi) = 0\n"
    "  motion nonholonomic; init phi' = 1, x' = 0.5, y' = 0 }";

// Along the motion of 004, x = sin²t/2 for ω = 1 from rest: L = (sin²t + 1)/2 + sin²t/2, and ∫ L dt = T/2 + ∫ sin²t dt.
TEST(Action, OfTheSkateOnTheInclineInClosedForm) {
    const System system = model(changed(skate, "x' = 0.5, y' = 0", "x' = 0, y' = 0"));
    EXPECT_NEAR(along(system).found.action, 1 + (1 - std::sin(4.0) / 4), 1e-11);
}

TEST(Action, NonholonomicMotionsAreStationaryInHoeldersSenseOnly) {
    const FirstVariation found = along(model(skate)).found;
    EXPECT_TRUE(found.is_stationary(found.hoelder)) << found.hoelder.largest;
    EXPECT_TRUE(found.is_not_stationary(found.hamilton)) << found.hamilton.largest;
    EXPECT_EQ(found.hoelder.variations, 6u);
    EXPECT_EQ(found.hamilton.variations, 5u);  // one condition at the end
}

TEST(Action, VakonomicMotionsAreStationaryInHamiltonsSenseOnly) {
    const System system = model(
        changed(changed(skate, "motion nonholonomic", "motion vakonomic"), "y' = 0", "y' = 0, lambda = 1"));
    const FirstVariation found = along(system).found;
    EXPECT_TRUE(found.is_not_stationary(found.hoelder)) << found.hoelder.largest;
    EXPECT_TRUE(found.is_stationary(found.hamilton))
        << found.hamilton.largest << " of " << found.hamilton.bound;
}

// The mass centre lies off the blade: momenta across the constraint count.
TEST(Action, HoldsWhereMomentaAcrossTheConstraintDoNotVanish) {
    const std::string sleigh = gallery_text("chaplygin-sleigh");
    const FirstVariation as_stated = along(model(sleigh)).found;
    EXPECT_TRUE(as_stated.is_stationary(as_stated.hoelder));
    EXPECT_TRUE(as_stated.is_not_stationary(as_stated.hamilton));
    const std::string text = sleigh.substr(0, sleigh.find("  expect")) + "}";
    const FirstVariation found = along(model(changed(changed(text, "motion nonholonomic", "motion vakonomic"),
                                                     "w = 1", "w = 1, lambda = 0.7")))
                                     .found;
    EXPECT_TRUE(found.is_not_stationary(found.hoelder));
    EXPECT_TRUE(found.is_stationary(found.hamilton))
        << found.hamilton.largest << " of " << found.hamilton.bound;
}

TEST(Action, ExtremalsAmongNonholonomicMotionsAreStationaryInBoth) {
    const System straight = model(changed(changed(skate, "phi' = 1", "phi' = 0"), "; potential -x", ""));
    EXPECT_TRUE(is_stationary(along(straight).found, &FirstVariation::hamilton));
    const System disc = model(gallery_text("vertical-rolling-disc"));
    EXPECT_TRUE(is_stationary(along(disc).found, &FirstVariation::hoelder));
    EXPECT_TRUE(is_stationary(along(disc).found, &FirstVariation::hamilton));
}

TEST(Action, ForcesAddTheirWork) {
    const System system = model("model A { coord x; kinetic x'^2/2; dissipation x'^2/4; init x' = 1 }");
    const ActionFound found = along(system);
    EXPECT_TRUE(found.has_forces);
    EXPECT_TRUE(is_stationary(found.found, &FirstVariation::hoelder));
}

// Four conditions at the end leave no combination of two test variations.
TEST(Action, TooFewTestVariationsDecideNothing) {
    SimulationWords start;
    start.until = "1";
    const System system = model(gallery_text("rubber-ball"));
    EXPECT_EQ(answer(Action{.start = start, .harmonics = "1"}, system).found.hamilton.variations, 0u);
    const FirstVariation more = along(system).found;
    EXPECT_TRUE(more.is_not_stationary(more.hamilton)) << more.hamilton.largest;
}

TEST(Action, RefusesWhatHasNoVariations) {
    EXPECT_THROW(along(model(gallery_text("suslov"))), Refusal);
    EXPECT_THROW(along(model(gallery_text("appell-hamel"))), Refusal);
    EXPECT_THROW(along(model(skate), "-1"), Refusal);
}

}  // namespace
}  // namespace anholon::request
