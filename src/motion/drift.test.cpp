#include "motion/drift.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "code/tiered.hpp"
#include "model/read_model.test.hpp"
#include "motion/simulation.hpp"

namespace anholon {
namespace {

Drift drift_of(const System& system, const std::string& name, SimulationOptions options) {
    options.make = tiered;
    const SimulationResult result = Simulation(system, std::move(options)).run();
    for (const Drift& d : result.drifts)
        if (d.name == name) return d;
    throw std::runtime_error("no drift of " + name);
}

// At 1e-4 a step loses energy, which x² and c², each 1e12, must not hide.
TEST(Drift, IsMeasuredAgainstTheEnergiesAsWritten) {
    const auto at = [](const char* c) {
        const System system = model("model Far { param c = " + std::string(c) +
                                    "; coord x; kinetic x'^2/2; potential 1/2*(x - c)^2; init x = c + 1 }");
        return drift_of(system, "energy",
                        {.until = 200, .tolerance = 1e-5, .method = find_method("cvode-bdf")});
    };
    const Drift near = at("0"), far = at("1e3");
    EXPECT_GT(near.relative, 1e-4);
    EXPECT_GT(far.relative, 0.1 * near.relative);
    EXPECT_NE(far.reason.find("tolerance"), std::string::npos) << far.reason;
}

TEST(Drift, KnowsTheEnergyOfTheAddedMass) {
    const System system = from_gallery("added-mass-skate");
    EXPECT_TRUE(keeps_energy(system, *find_form("added-mass")));
    const Drift d = drift_of(system, "energy with the added mass", {.until = 4});
    EXPECT_LT(d.relative, 1e-13);
    EXPECT_TRUE(d.is_due);
}

TEST(Drift, OfWhatTheEquationsDoNotConserveHasThatReason) {
    const System system = model("model Fall { coord x; kinetic x'^2/2; potential x; expect integral x' }");
    const Drift d = drift_of(system, "x'", {.until = 1});
    EXPECT_NEAR(d.change, 1, 1e-12);
    EXPECT_TRUE(d.is_due);
    EXPECT_NE(d.reason.find("do not conserve"), std::string::npos) << d.reason;
}

// Where it has no value it is no number that could be shown.
TEST(Drift, EndsWhereTheIntegralHasNoFiniteValue) {
    const System system =
        model("model Free { coord x; kinetic x'^2/2; init x' = 1; expect integral log(2 - x) }");
    SimulationOptions options{.until = 4};
    options.columns.emplace();
    const Drift d = drift_of(system, "log(2 - x)", std::move(options));
    ASSERT_TRUE(d.lost_at);
    EXPECT_GE(*d.lost_at, 2);
    EXPECT_TRUE(std::isfinite(d.change) && std::isfinite(d.relative));
}

// A multiple of a sum is measured by the terms of the sum, a square of one as a whole.
TEST(Drift, OfAnAngularMomentumThatVanishesIsMeasuredByItsTerms) {
    const System system = model(
        "model Line { param m = 2; coord x, y; kinetic m/2*(x'^2 + y'^2); potential m/2*(x^2 + y^2)\n"
        "init x = 0.7, y = 0.1, x' = 2.1, y' = 0.3; expect integral m*(x*y' - y*x') }");
    const Drift d = drift_of(system, "m*(x*y' - y*x')", {.until = 20});
    EXPECT_LT(d.relative, 1e-13);
}

// What rounding leaves of y' is no drift of the constraint beside x' = 1; a y' that is there is one.
TEST(Drift, OfOneTermIsMeasuredByWhatMoves) {
    const System system = model(
        "model Wall { coord x, y; kinetic (x'^2 + 2*y'^2)/2; potential x*y/10; constraint c: sin(x)*y' = 0\n"
        "init x = 1, x' = 0.1, y = 0.3 }");
    for (const char* form : {"maggi", "lagrange-multipliers"}) {
        const Drift d = drift_of(system, "constraint c", {.until = 10, .form = find_form(form)});
        EXPECT_LT(d.relative, 1e-13) << form;
    }
    DriftMonitor monitor(system, *find_form("lagrange-multipliers"),
                         Formulation(system, *find_form("lagrange-multipliers")), tiered);
    const std::vector<double> state{1, 0.3, 0.1, 1e-3};
    monitor.observe(0, state, {}, std::vector<double>{0, 0, 0});
    for (const Drift& d : monitor.drifts())
        if (d.name == "constraint c") EXPECT_NEAR(d.relative, 1e-3 / std::sqrt(0.1 * 0.1 / 2 + 1e-6), 1e-9);
}

}  // namespace
}  // namespace anholon
