#include "motion/moving_system.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "algebra/thread.hpp"
#include "code/tiered.hpp"
#include "model/read_model.test.hpp"
#include "motion/simulation.hpp"

namespace anholon {
namespace {

// Eight motions of a system, each with a value of its own for one variable.
struct Family {
    const char* model;
    const char* variable;
    int dots;
    double until;
};

std::vector<RunOptions> asked(const System& system, const Family& family) {
    std::vector<RunOptions> list;
    for (int k = 0; k < 8; ++k) {
        RunOptions options{.until = family.until, .every = family.until / 4};
        const Expr variable = system.c().find(family.variable, family.dots);
        options.initial.values.emplace_back(variable, Rational(family.dots == 0 ? 10 + k : k, 10));
        list.push_back(std::move(options));
    }
    return list;
}

SimulationResult moved(const MovingSystem& moving, const RunOptions& options) {
    return Run(moving, options).run();
}

void expect_same(const SimulationResult& a, const SimulationResult& b, const std::string& what) {
    EXPECT_EQ(a.end, b.end) << what;
    EXPECT_EQ(a.final, b.final) << what;
    EXPECT_EQ(a.steps, b.steps) << what;
    EXPECT_EQ(a.picks, b.picks) << what;
    EXPECT_EQ(a.switches, b.switches) << what;
    EXPECT_EQ(a.notes, b.notes) << what;
    ASSERT_EQ(a.drifts.size(), b.drifts.size()) << what;
    for (std::size_t k = 0; k < a.drifts.size(); ++k)
        EXPECT_EQ(a.drifts[k].change, b.drifts[k].change) << what;
}

const char* const rubbing =
    "model Rubbing { coord x; param mu = 0.3; kinetic x'^2/2; potential x^2/2; force on x: -mu*sign(x'); "
    "init x = 4 }";

System of(const Family& family) {
    return std::string(family.model).starts_with("model ") ? model(family.model) : from_gallery(family.model);
}

const Family families[] = {{"rattleback", "w3", 0, 1},  // projection
                           {"trailer-1", "v", 0, 12},   // other velocities on the way
                           {"suslov", "w1", 0, 20},     // on an algebra
                           {"whipple-bicycle", "steer", 1, 0.5},
                           {rubbing, "x", 0, 2}};  // switches

TEST(MovingSystem, MovesLikeASimulationOfItsOwn) {
    for (const Family& family : families) {
        const System system = of(family);
        const MovingSystem moving(system, {.make = tiered});
        for (const RunOptions& options : asked(system, family)) {
            const System again = of(family);
            SimulationOptions alone{.until = options.until, .every = options.every, .make = tiered};
            alone.initial.values.emplace_back(again.c().find(family.variable, family.dots),
                                              options.initial.values[0].second);
            expect_same(moved(moving, options), Simulation(again, std::move(alone)).run(), system.name);
        }
    }
}

TEST(MovingSystem, IsForManyThreadsAtOnce) {
    for (const Family& family : families) {
        const System system = of(family);
        const std::vector<RunOptions> options = asked(system, family);
        std::vector<SimulationResult> one_by_one(options.size()), at_once(options.size());
        {
            const MovingSystem moving(system, {.make = tiered});
            for (std::size_t k = 0; k < options.size(); ++k) one_by_one[k] = moved(moving, options[k]);
        }
        {
            const MovingSystem moving(system, {.make = tiered});
            std::vector<std::jthread> threads;
            for (std::size_t k = 0; k < options.size(); ++k)
                threads.emplace_back([&, k] {
                    at_once[k] = moved(moving, options[k]);
                    release_thread_memory();
                });
        }
        for (std::size_t k = 0; k < options.size(); ++k) expect_same(at_once[k], one_by_one[k], system.name);
    }
}

TEST(MovingSystem, CompilesNothingForOtherValues) {
    const System system = from_gallery("rattleback");
    const MovingSystem moving(system, {.make = tiered});
    RunOptions options{.until = 0.1};
    EXPECT_GT(moved(moving, options).seconds.compile, 0);
    options.initial.parameters.emplace_back(system.c().find("h"), Rational(1, 200));
    const SimulationResult other = moved(moving, options);
    EXPECT_EQ(other.seconds.compile, 0);
    // The same as from the start.
    SimulationOptions alone{.until = 0.1, .make = tiered};
    alone.initial.parameters = options.initial.parameters;
    EXPECT_EQ(other.final, Simulation(system, std::move(alone)).run().final);
}

TEST(MovingSystem, RunsBothWaysInTime) {
    const System system = from_gallery("chaplygin-sleigh");
    const MovingSystem moving(system, {.make = tiered});
    const SimulationResult forward = moved(moving, {.until = 2}), backward = moved(moving, {.until = -2});
    EXPECT_EQ(forward.t, 2);
    EXPECT_EQ(backward.t, -2);
    EXPECT_NE(forward.final, backward.final);
}

}  // namespace
}  // namespace anholon
