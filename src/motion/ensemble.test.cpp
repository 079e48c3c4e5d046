#include "motion/ensemble.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <thread>

#include "code/tiered.hpp"
#include "model/read_model.test.hpp"

namespace anholon {
namespace {

using End = SimulationResult::End;

void expect_same(const SimulationResult& a, const SimulationResult& b, const std::string& what) {
    EXPECT_EQ(a.end, b.end) << what;
    EXPECT_EQ(a.reason, b.reason) << what;
    EXPECT_EQ(a.t, b.t) << what;
    EXPECT_EQ(a.final, b.final) << what;
    EXPECT_EQ(a.steps, b.steps) << what;
    EXPECT_EQ(a.picks, b.picks) << what;
    EXPECT_EQ(a.switches, b.switches) << what;
    EXPECT_EQ(a.notes, b.notes) << what;
    EXPECT_EQ(a.correction, b.correction) << what;
    ASSERT_EQ(a.events.size(), b.events.size()) << what;
    for (std::size_t k = 0; k < a.events.size(); ++k) {
        EXPECT_EQ(a.events[k].t, b.events[k].t) << what;
        EXPECT_EQ(a.events[k].row, b.events[k].row) << what;
    }
    ASSERT_EQ(a.drifts.size(), b.drifts.size()) << what;
    for (std::size_t k = 0; k < a.drifts.size(); ++k)
        EXPECT_EQ(a.drifts[k].change, b.drifts[k].change) << what;
}

// Motions of one system that differ in one value. Those that cannot be stand between the others.
struct Family {
    std::string model;
    const char* variable;
    int dots;
    std::vector<Rational> values;
    double until;
    std::set<std::size_t> impossible = {};
};

std::vector<Rational> tenths(int from, int to) {
    std::vector<Rational> list;
    for (int k = from; k <= to; ++k) list.emplace_back(k, 10);
    return list;
}

const std::vector<Family>& families() {
    static const std::vector<Family> list{
        {"rattleback", "w3", 0, tenths(5, 14), 1},            // projection
        {"trailer-1", "v", 0, tenths(-5, 5), 12},             // other velocities on the way
        {"whipple-bicycle", "steer", 1, tenths(-4, 6), 0.5},  // guards
        {"model Rubbing { coord x; param mu = 0.3; kinetic x'^2/2; potential x^2/2;"
         " force on x: -mu*sign(x'); init x = 4 }",
         "x", 0, tenths(0, 12), 6},  // switches
        {"model Pole { coord x; kinetic x'^2/2; potential -log(x); init x = 1 }", "x", 1, tenths(-9, 9), 3},
        {"model Ring { param r = 1; coord x, y; kinetic (x'^2 + y'^2)/2; constraint c: x^2 + y^2 = r;"
         " init x' = 1 }",
         "r",
         0,
         {Rational(1), Rational(-1), Rational(2), Rational(-2), Rational(3)},
         2,
         {1, 3}}};
    return list;
}

System of(const Family& family) {
    return family.model.starts_with("model ") ? model(family.model) : from_gallery(family.model);
}

std::vector<RunOptions> starts(const System& system, const Family& family) {
    std::vector<RunOptions> list;
    const Expr symbol = system.c().find(family.variable, family.dots);
    for (const Rational& value : family.values) {
        RunOptions options{.until = family.until};
        const bool is_parameter =
            std::ranges::any_of(system.parameters, [&](const Parameter& p) { return p.symbol == symbol; });
        (is_parameter ? options.initial.parameters : options.initial.values).emplace_back(symbol, value);
        list.push_back(std::move(options));
    }
    return list;
}

SimulationOptions with_event(const System& system) {
    SimulationOptions options{.make = tiered};
    options.events.push_back({"turns", system.velocities()[0], 0, false});
    return options;
}

TEST(Ensemble, MovesEachAsItMovesAlone) {
    for (const Family& family : families()) {
        const System system = of(family);
        const std::vector<RunOptions> list = starts(system, family);
        const MovingSystem alone(system, with_event(system));
        for (const std::size_t threads : {1, 2, 5}) {
            const MovingSystem moving(system, with_event(system));
            const std::vector<Lane> lanes = ensemble(moving, list, {.threads = threads});
            ASSERT_EQ(lanes.size(), list.size());
            for (std::size_t k = 0; k < list.size(); ++k) {
                ASSERT_EQ(lanes[k].failure != nullptr, family.impossible.contains(k)) << system.name << k;
                if (lanes[k].failure) {
                    EXPECT_THROW(std::rethrow_exception(lanes[k].failure), NoInitialState);
                    continue;
                }
                anholon::Run run(alone, list[k]);
                expect_same(lanes[k].result, run.run(), system.name + std::to_string(k));
                EXPECT_EQ(lanes[k].columns.size(), run.columns().size());
            }
        }
    }
}

// φ = φ₀ cos(√g t) for small ones
TEST(Ensemble, FollowsPendulums) {
    const System system =
        model("model P { param g = 9; coord phi; kinetic phi'^2/2; potential g*phi^2/2; init phi = 1 }");
    const MovingSystem moving(system, {.make = tiered});
    const Expr g = system.c().find("g");
    const std::vector<Lane> lanes = ensemble(moving, 50, [&](std::size_t k) {
        RunOptions options{.until = 2};
        options.initial.parameters.emplace_back(g, Rational(static_cast<long>(k + 1)));
        return options;
    });
    for (std::size_t k = 0; k < lanes.size(); ++k)
        EXPECT_NEAR(lanes[k].result.final[1], std::cos(2 * std::sqrt(static_cast<double>(k + 1))), 1e-13);
}

// What a start throws, whatever it is, is the result of its own motion.
TEST(Ensemble, OutlivesWhatItsMotionsThrow) {
    const System system = model("model F { coord y; kinetic y'^2/2; potential y }");
    const MovingSystem moving(system, {.make = tiered});
    const std::vector<Lane> lanes = ensemble(moving, 30,
                                             [&](std::size_t k) -> RunOptions {
                                                 if (k % 3 == 1)
                                                     throw std::runtime_error("number " + std::to_string(k));
                                                 if (k % 3 == 2) throw 7;
                                                 return {.until = 1};
                                             },
                                             {.threads = 3});
    for (std::size_t k = 0; k < lanes.size(); ++k) switch (k % 3) {
            case 0: EXPECT_NEAR(lanes[k].result.final[1], -0.5, 1e-15); break;
            case 1: EXPECT_THROW(std::rethrow_exception(lanes[k].failure), std::runtime_error); break;
            case 2: EXPECT_THROW(std::rethrow_exception(lanes[k].failure), int); break;
        }
}

TEST(Ensemble, TellsHowFarItIs) {
    const System system = model("model F { coord y; kinetic y'^2/2; potential y }");
    const MovingSystem moving(system, {.make = tiered});
    std::vector<std::size_t> told;
    const std::vector<RunOptions> list(40, RunOptions{.until = 1});
    ensemble(moving, list, {.threads = 3, .progress = [&](std::size_t ended, std::size_t all) {
                                EXPECT_EQ(all, 40u);
                                told.push_back(ended);
                            }});
    ASSERT_FALSE(told.empty());
    EXPECT_TRUE(std::ranges::is_sorted(told));
    EXPECT_EQ(told.back(), 40u);
}

TEST(Ensemble, PassesOnWhatItsProgressThrows) {
    const System system = model("model F { coord y; kinetic y'^2/2; potential y }");
    const MovingSystem moving(system, {.make = tiered});
    const std::vector<RunOptions> list(40, RunOptions{.until = 1});
    EXPECT_THROW(ensemble(moving, list, {.progress = [](std::size_t, std::size_t) { throw 5; }}), int);
}

const char* const without_end = "model P { coord phi; kinetic phi'^2/2; potential -cos(phi); init phi = 1 }";

void expect_interrupted(const std::vector<Lane>& lanes) {
    for (const Lane& lane : lanes) {
        EXPECT_EQ(lane.result.end, End::interrupted);
        EXPECT_EQ(lane.result.reason, "the motion was asked to stop");
    }
}

TEST(Ensemble, StopsWhenAsked) {
    const System system = model(without_end);
    const MovingSystem moving(system, {.make = tiered});
    const std::vector<RunOptions> list(20, RunOptions{.until = 1e12});
    const Stop stop;
    std::jthread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stop.request();
    });
    expect_interrupted(ensemble(moving, list, {.threads = 3, .stop = stop}));
}

TEST(Ensemble, StopsWithItsCaller) {
    const System system = model(without_end);
    const MovingSystem moving(system, {.make = tiered});
    const std::vector<RunOptions> list(20, RunOptions{.until = 1e12});
    const Deadline soon(TimeLimit::by_the_clock(0.05));
    expect_interrupted(ensemble(moving, list));
}

TEST(Ensemble, MayBeEmpty) {
    const System system = model(without_end);
    const MovingSystem moving(system, {.make = tiered});
    EXPECT_TRUE(ensemble(moving, std::vector<RunOptions>{}).empty());
}

}  // namespace
}  // namespace anholon
