#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "code/tiered.hpp"
#include "model/gallery.hpp"
#include "model/read_model.test.hpp"
#include "motion/method_choice.hpp"
#include "motion/path.test.hpp"
#include "motion/simulation.hpp"

namespace anholon {
namespace {

using End = SimulationResult::End;
using OneRun = Run;  // gtest has a Run of its own

const Experiment* default_experiment(const System& system) {
    const auto found = std::ranges::find(system.experiments, "default", &Experiment::name);
    return found == system.experiments.end() ? nullptr : &*found;
}

SimulationOptions options_of(const System& system, double most) {
    SimulationOptions options{.make = tiered};
    options.initial.experiment = default_experiment(system);
    options.until = most;
    if (options.initial.experiment)
        options.until = std::min(most, options.initial.experiment->until.to_double());
    options.every = options.until;
    return options;
}

class OfTheGallery : public testing::TestWithParam<std::string> {};

// Two methods that have nothing in common but the equations.
TEST_P(OfTheGallery, Dop853MovesAsTaylorDoes) {
    const System system = from_gallery(GetParam());
    SimulationOptions by_series = options_of(system, 1), by_stages = by_series;
    by_stages.method = find_method("dop853");
    by_stages.tolerance = 1e-12;
    const MovingSystem first(system, by_series), second(system, by_stages);
    const SimulationResult a = OneRun(first).run(), b = OneRun(second).run();
    if (a.method != "taylor") return;  // a stiff one
    ASSERT_EQ(a.end, b.end) << b.reason;
    EXPECT_NEAR(a.t, b.t, 1e-9);
    for (std::size_t k = 0; k < first.columns().size(); ++k) {
        // A slip in the plane is accurate to 1e-8 where it begins.
        const bool is_force =
            first.columns()[k].kind == Observable::Kind::multiplier || !system.frictions.empty();
        EXPECT_NEAR(a.final[k], b.final[k], (is_force ? 1e-7 : 1e-9) * std::max(1.0, std::fabs(a.final[k])))
            << first.columns()[k].name;
    }
}

// Steps that are not looked at one by one lead to the same bits, by every method that leaves some out.
TEST_P(OfTheGallery, MovesAsIfEveryStepWereWatched) {
    const System system = from_gallery(GetParam());
    for (const char* method : {"taylor", "dop853"}) {
        SimulationOptions options = options_of(system, 2);
        options.method = find_method(method);
        options.every = options.until / 3;
        const MovingSystem moving(system, options);
        OneRun by_rule(moving), step_by_step(moving);
        const SimulationResult a = by_rule.run();
        while (step_by_step.step()) {
        }
        const SimulationResult b = step_by_step.result();
        EXPECT_EQ(a.end, b.end) << method;
        EXPECT_EQ(a.t, b.t) << method;
        EXPECT_EQ(a.steps, b.steps) << method;
        EXPECT_EQ(a.rows, b.rows) << method;
        EXPECT_EQ(a.final, b.final) << method;
        EXPECT_EQ(a.picks, b.picks) << method;
        EXPECT_EQ(a.reason, b.reason) << method;
    }
}

// A homogeneous ball that rolls off a sphere leaves it where cos θ = 10/17; then steps that had not been looked at are taken again.
TEST(UnwatchedSteps, LoseNoContact) {
    const System ball = model(
        "model Off { param g = 9.81; gravity g along (0, 0, -1); support dome sphere(1); body b { mass 1; "
        "shape ball(0.25) }\n"
        "contact b on dome rolling; init x = 0.001, z = 1.25 }");
    for (const char* method : {"taylor", "dop853"}) {
        SimulationOptions options{.until = 20, .every = 20, .method = find_method(method), .make = tiered};
        const MovingSystem moving(ball, options);
        OneRun by_rule(moving), step_by_step(moving);
        const SimulationResult a = by_rule.run();
        while (step_by_step.step()) {
        }
        const SimulationResult b = step_by_step.result();
        ASSERT_EQ(a.end, End::left) << method;
        EXPECT_EQ(a.final, b.final) << method;
        EXPECT_EQ(a.t, b.t) << method;
        EXPECT_EQ(a.steps, b.steps) << method;
        for (std::size_t k = 0; k < moving.columns().size(); ++k)
            if (moving.columns()[k].name == "z") {
                EXPECT_NEAR(a.final[k] / 1.25, 10.0 / 17, 1e-6) << method;
            }
    }
}

// The same at tolerances whose stretches without a look at contacts are of different lengths.
TEST(UnwatchedSteps, LoseNoContactAtAnyTolerance) {
    const System ball = model(
        "model Off { param g = 9.81; gravity g along (0, 0, -1); support dome sphere(1); body b { mass 1; "
        "shape ball(0.25) }\n"
        "contact b on dome rolling; init x = 0.001, z = 1.25 }");
    for (const double tolerance : {1e-13, 1e-11, 1e-9, 1e-7}) {
        SimulationOptions options{.until = 20, .every = 20, .make = tiered};
        options.method = find_method("dop853");
        options.tolerance = tolerance;
        const MovingSystem moving(ball, options);
        OneRun by_rule(moving), step_by_step(moving);
        const SimulationResult a = by_rule.run();
        while (step_by_step.step()) {
        }
        const SimulationResult b = step_by_step.result();
        ASSERT_EQ(a.end, End::left) << tolerance;
        EXPECT_EQ(a.steps, b.steps) << tolerance;
        EXPECT_EQ(a.t, b.t) << tolerance;
        EXPECT_EQ(a.final, b.final) << tolerance;
    }
}

// A period of x'' = −x, after the first ones.
TEST(Methods, KnowHowManyStepsAPeriodHas) {
    const System system = model("model O { coord x; kinetic x'^2/2; potential x^2/2; init x = 1 }");
    const auto steps_until = [&](const char* method, double tolerance, double periods) {
        SimulationOptions options{.until = 2 * std::numbers::pi * periods};
        options.every = options.until;
        options.method = find_method(method);
        options.tolerance = tolerance;
        return static_cast<double>(OneRun(MovingSystem(system, options)).run().steps);
    };
    const auto expect = [&](const char* method, double tolerance) {
        const double counted = (steps_until(method, tolerance, 60) - steps_until(method, tolerance, 20)) / 40;
        EXPECT_NEAR(find_method(method)->steps_in_period(tolerance) / counted, 1, 0.05)
            << method << tolerance;
    };
    expect("taylor", 0x1p-52);
    for (const double tolerance : {1e-6, 1e-8, 1e-9, 1e-10, 1e-12}) expect("dop853", tolerance);
}

std::vector<std::string> names_of_the_gallery() {
    std::vector<std::string> names;
    for (const GalleryModel& model : gallery()) names.emplace_back(model.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Methods, OfTheGallery, testing::ValuesIn(names_of_the_gallery()),
                         [](const auto& info) {
                             std::string name = info.param;
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

// --- which method

std::string chosen(const char* name, std::optional<double> tolerance) {
    const System system = from_gallery(name);
    SimulationOptions options = options_of(system, 0.1);
    options.tolerance = tolerance;
    const MovingSystem moving(system, options);
    const SimulationResult result = OneRun(moving).run();
    const bool is_said = std::ranges::any_of(
        result.notes, [](const std::string& note) { return note.find("was chosen") != std::string::npos; });
    EXPECT_EQ(is_said, result.method != "taylor") << name;
    return std::string(result.method);
}

TEST(Methods, BodiesAreMovedByDop853AtModerateTolerances) {
    for (const char* body : {"rattleback", "whipple-bicycle", "chaplygin-top"}) {
        for (const double tolerance : {1e-6, 1e-9, 1e-12})
            EXPECT_EQ(chosen(body, tolerance), "dop853") << body;
        EXPECT_EQ(chosen(body, 1e-15), "taylor") << body;
        EXPECT_EQ(chosen(body, std::nullopt), "taylor") << body;
    }
}

TEST(Methods, StrongFrictionIsHandedOverByDop853) {
    const System system = from_gallery("viscous-sleigh");
    SimulationOptions options{.until = 2, .every = 0.5};
    for (const Parameter& p : system.parameters)
        if (p.symbol.symbol().name == "N") options.initial.parameters = {{p.symbol, 100000000}};
    options.tolerance = 1e-9;
    const Path run = simulate(system, options);
    EXPECT_EQ(run.result.method, "cvode-bdf");
    EXPECT_NEAR(run.final("x"), std::pow(std::sin(2), 2) / 2, 1e-6);
}

// Forth and back, over switches: x(10) = 1 − (8√2 − 10)²/2.
TEST(Methods, Dop853PassesSwitches) {
    const System system = model("model Bang { coord x; kinetic x'^2/2; potential abs(x); init x = 1 }");
    for (const double until : {10.0, -10.0}) {
        const Path run = simulate(
            system, {.until = until, .every = 2, .tolerance = 1e-12, .method = find_method("dop853")});
        EXPECT_EQ(run.result.switches, 4u);  // at √2, 3√2, 5√2, 7√2
        EXPECT_NEAR(run.final("x"), 1 - std::pow(8 * std::sqrt(2) - 10, 2) / 2, 1e-10);
    }
}

TEST(Methods, QuadraturesGoAlongWithDop853) {
    const System system = from_gallery("chaplygin-sleigh");
    SimulationOptions options{.until = 3, .tolerance = 1e-12, .method = find_method("dop853")};
    options.quadratures = {{system.c().variable("turned"), system.quasi[1].symbol}};
    const Path run = simulate(system, options);
    EXPECT_NEAR(run.final("turned"), run.final("theta"), 1e-11);
}

}  // namespace
}  // namespace anholon
