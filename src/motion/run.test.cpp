#include "motion/run.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "base/deadline.hpp"
#include "base/text.hpp"
#include "code/tiered.hpp"
#include "model/read_model.test.hpp"
#include "model/request.hpp"

namespace anholon {
namespace {

using End = SimulationResult::End;
using OneRun = anholon::Run;  // a test has a Run of its own

const char* const falling =
    "model Falling { param g = 10; coord y; kinetic y'^2/2; potential g*y; init y = 5, y' = 3 }";
const char* const pendulum =
    "model Pendulum { param g = 9; coord phi; kinetic phi'^2/2; potential -g*cos(phi); init phi = 0.3 }";
const char* const sleigh =
    "model Sleigh { param m = 1, J = 1, a = 1/2; coord x, y, th;"
    " kinetic m*((x' - a*th'*sin(th))^2 + (y' + a*th'*cos(th))^2)/2 + J*th'^2/2;"
    " constraint blade: y'*cos(th) = x'*sin(th);"
    " quasi v = x'*cos(th) + y'*sin(th), w = th'; init v = 0, w = 1 }";
const char* const rubbing =
    "model Rubbing { coord x; param mu = 0.3; kinetic x'^2/2; potential x^2/2; force on x: -mu*sign(x'); "
    "init x = 4 }";
const char* const bead =  // on a circle, in redundant coordinates
    "model Bead { param r = 2, g = 9; coord x, y; kinetic (x'^2 + y'^2)/2; potential g*y;"
    " constraint circle: x^2 + y^2 = r^2; init x = 2, y = 0, y' = 1, x' = 0 }";

Expr symbol(const System& system, const std::string& name, int dots = 0) {
    return system.c().find(name, dots);
}

double value(const Run& run, const std::vector<double>& row, const std::string& name) {
    for (std::size_t k = 0; k < run.columns().size(); ++k)
        if (run.columns()[k].name == name) return row[k];
    throw std::runtime_error("no column " + name);
}

double now(Run& run, const std::string& name) { return value(run, run.at(run.t()).value(), name); }

void step_to(Run& run, double t) {
    run.head_for(t);
    while (run.step()) {
    }
}

void expect_same(const SimulationResult& a, const SimulationResult& b, const std::string& what) {
    EXPECT_EQ(a.end, b.end) << what;
    EXPECT_EQ(a.reason, b.reason) << what;
    EXPECT_EQ(a.t, b.t) << what;
    EXPECT_EQ(a.final, b.final) << what;
    EXPECT_EQ(a.steps, b.steps) << what;
    EXPECT_EQ(a.rows, b.rows) << what;
    EXPECT_EQ(a.picks, b.picks) << what;
    EXPECT_EQ(a.switches, b.switches) << what;
    EXPECT_EQ(a.notes, b.notes) << what;
    // The start of the first motion is found exactly and that of later ones quickly: what the first projection takes away may differ.
    EXPECT_NEAR(a.correction, b.correction, 1e-15) << what;
    ASSERT_EQ(a.drifts.size(), b.drifts.size()) << what;
    for (std::size_t k = 0; k < a.drifts.size(); ++k)
        EXPECT_EQ(a.drifts[k].change, b.drifts[k].change) << what;
}

// --- step by step

TEST(Run, StepsAsItRuns) {
    for (const auto& [text, until] : {std::pair{sleigh, 8.0},
                                      {rubbing, 20.0},
                                      {bead, 3.0},
                                      {pendulum, -5.0},
                                      {"rattleback", 2.0},
                                      {"trailer-1", 12.0},
                                      {"heavy-top-quaternion", 1.0}}) {
        const bool is_text = std::string(text).starts_with("model ");
        const System system = is_text ? model(text) : from_gallery(text);
        const MovingSystem moving(system, {.make = tiered});
        const RunOptions options{.until = until};
        std::vector<std::vector<double>> rows, stepped;
        const SimulationResult whole = OneRun(moving, options).run({.row = [&](std::span<const double> row) {
            rows.emplace_back(row.begin(), row.end());
        }});
        OneRun run(moving, options);
        do stepped.push_back(run.at(run.t()).value());
        while (run.step());
        if (run.t() != stepped.back()[0]) stepped.push_back(run.at(run.t()).value());
        expect_same(run.result(), whole, system.name);
        EXPECT_EQ(stepped, rows) << system.name;
    }
}

TEST(Run, SaysWhetherItGoesOn) {
    const System system = model(falling);
    const MovingSystem moving(system, {.make = tiered});
    OneRun run(moving, {.until = 2});
    EXPECT_EQ(run.t(), 0);
    EXPECT_TRUE(run.goes_on());
    while (run.step()) EXPECT_LT(run.t(), 2);
    EXPECT_EQ(run.t(), 2);
    EXPECT_FALSE(run.goes_on());
    EXPECT_FALSE(run.step());
    EXPECT_NEAR(now(run, "y"), 5 + 3 * 2 - 5 * 4, 1e-13);
}

TEST(Run, GoesOnAndBack) {
    const System system = model(pendulum);
    const MovingSystem moving(system, {.make = tiered});
    OneRun run(moving, {.until = 1});
    const std::vector<double> first = run.at(0).value();
    step_to(run, 1);
    step_to(run, 3);
    const SimulationResult whole = OneRun(moving, {.until = 3}).run();
    for (std::size_t k = 0; k < whole.final.size(); ++k)
        EXPECT_NEAR(run.at(3).value()[k], whole.final[k], 1e-13);
    step_to(run, 0);
    EXPECT_EQ(run.t(), 0);
    for (std::size_t k = 0; k < first.size(); ++k) EXPECT_NEAR(run.at(0).value()[k], first[k], 1e-12);
}

// x' changes its sign at t = π and 2π. A motion that was to end there goes on beyond it all the same.
TEST(Run, GoesOnFromASwitchAtItsEnd) {
    const System system = model(rubbing);
    const MovingSystem moving(system, {.make = tiered});
    OneRun run(moving, {.until = std::numbers::pi});
    step_to(run, std::numbers::pi);
    step_to(run, 5);
    // x − 0.3 = 3.7 cos t up to π; then x + 0.3 = 3.1 cos t
    EXPECT_NEAR(now(run, "x"), -0.3 + 3.1 * std::cos(5), 1e-12);
    step_to(run, 0);
    EXPECT_NEAR(now(run, "x"), 4, 1e-11);
}

// Rows lie on the same grid, however often the end moves.
TEST(Run, KeepsItsGridOfRows) {
    const System system = model(falling);
    const MovingSystem moving(system, {.make = tiered});
    OneRun run(moving, {.until = 1, .every = 0.4});
    std::vector<double> times;
    const SimulationObserver observer{
        .row = [&](std::span<const double> row) { times.push_back(std::round(row[0] * 100) / 100); }};
    for (const double until : {1.0, 1.3, 0.9}) {
        run.head_for(until);
        while (run.step(observer)) {
        }
    }
    EXPECT_EQ(times, (std::vector<double>{0, 0.4, 0.8, 1, 1.2, 1.3, 0.9}));
}

// --- within the last step

TEST(Run, KnowsTheMotionWithinTheLastStep) {
    for (const auto& [text, until] :
         {std::pair{sleigh, 4.0}, {rubbing, 7.0}, {bead, 3.0}, {"trailer-1", 4.0}, {"rattleback", 0.2}})
        for (const Method& method : all_methods()) {
            const bool is_text = std::string(text).starts_with("model ");
            const System system = is_text ? model(text) : from_gallery(text);
            const MovingSystem moving(system, {.method = &method, .make = tiered});
            OneRun run(moving, {.until = until});
            for (std::size_t k = 0; run.goes_on(); ++k) {
                const double before = run.t();
                run.step();
                EXPECT_FALSE(run.at(run.t() + 1));
                EXPECT_FALSE(before > 0 ? run.at(0) : std::nullopt);
                const double middle = 0.4 * before + 0.6 * run.t();
                const auto row = run.at(middle);
                ASSERT_TRUE(row) << system.name << ' ' << method.name;
                EXPECT_EQ((*row)[0], middle);
                ASSERT_TRUE(run.at(before)) << system.name << ' ' << method.name;
                if (k != 3 && k != 7) continue;
                const SimulationResult alone = OneRun(moving, {.until = middle}).run();
                const double tolerance = 1e4 * moving.tolerance(method) + 1e-11;
                for (std::size_t c = 0; c < row->size(); ++c) {
                    if (moving.columns()[c].kind == Observable::Kind::multiplier) continue;
                    EXPECT_NEAR((*row)[c], alone.final[c], tolerance * (1 + std::fabs(alone.final[c])))
                        << system.name << ' ' << method.name << ' ' << moving.columns()[c].name << " at "
                        << middle;
                }
            }
        }
}

TEST(Run, AskingWithinAStepChangesNothing) {
    const System system = from_gallery("trailer-1");
    const MovingSystem moving(system, {.make = tiered});
    OneRun asked(moving, {.until = 12});
    const SimulationResult whole = OneRun(moving, {.until = 12}).run();
    for (double before = 0; asked.step(); before = asked.t())
        for (const double part : {0.1, 0.9, 0.5}) asked.at(before + part * (asked.t() - before));
    expect_same(asked.result(), whole, "trailer-1");
}

// --- other values on the way

// y = y₁ + v₁ (t − 1) − g' (t − 1)²/2
TEST(Run, FallsOnWithAnotherWeight) {
    const System system = model(falling);
    const MovingSystem moving(system, {.make = tiered});
    OneRun run(moving, {.until = 3});
    step_to(run, 1);
    run.set({.parameters = {{symbol(system, "g"), Rational(2)}}});
    EXPECT_EQ(run.t(), 1);
    step_to(run, 3);
    EXPECT_NEAR(now(run, "y"), (5 + 3 - 5) + (3 - 10) * 2 - 4, 1e-13);
    EXPECT_NEAR(now(run, "y'"), 3 - 10 - 4, 1e-13);
}

TEST(Run, GoesOnAsAnotherMotionWould) {
    const System system = model(sleigh);
    const MovingSystem moving(system, {.make = tiered});
    OneRun run(moving, {.until = 2});
    run.run();
    const std::vector<double> there = run.at(2).value();
    run.set({.parameters = {{symbol(system, "a"), Rational(1, 5)}},
             .values = {{symbol(system, "w"), Rational(3)}}});
    step_to(run, 5);
    RunOptions again{.until = 3};
    again.initial.parameters = {{symbol(system, "a"), Rational(1, 5)}};
    const auto exact = [](double x) { return Rational::parse(decimal(x, 17)).value(); };
    for (const char* name : {"x", "y", "th", "v"})
        again.initial.values.emplace_back(symbol(system, name), exact(value(run, there, name)));
    again.initial.values.emplace_back(symbol(system, "w"), Rational(3));
    const SimulationResult other = OneRun(moving, again).run();
    for (std::size_t k = 1; k < other.final.size(); ++k)
        EXPECT_NEAR(run.at(5).value()[k], other.final[k], 1e-12) << run.columns()[k].name;
    EXPECT_LT(run.largest_drift(), 1e-13);  // since then: the energy has jumped
}

// What turns keeps its speed along the blade.
TEST(Run, PutsTheStateBackOnTheConstraints) {
    const System system = model(sleigh);
    const MovingSystem moving(system, {.make = tiered});
    OneRun run(moving, {.until = 1});
    run.run();
    const double v = now(run, "v"), w = now(run, "w");
    run.set({.values = {{symbol(system, "th"), Rational(2)}}});
    EXPECT_EQ(now(run, "th"), 2);
    EXPECT_NEAR(now(run, "v"), v, 1e-15);
    EXPECT_EQ(now(run, "w"), w);
    EXPECT_NEAR(now(run, "x'"), v * std::cos(2), 1e-15);
    // A velocity that is set is kept; the blade gives the other one.
    run.set({.values = {{symbol(system, "x", 1), Rational(1)}}});
    EXPECT_NEAR(now(run, "x'"), 1, 1e-15);  // it is v*cos(th), and v is kept
    EXPECT_NEAR(now(run, "y'"), std::tan(2), 1e-14);

    const System ring = model(bead);
    const MovingSystem circling(ring, {.make = tiered});
    OneRun on(circling, {.until = 0.2});
    on.run();
    on.set({.parameters = {{symbol(ring, "r"), Rational(3)}}});
    EXPECT_NEAR(std::hypot(now(on, "x"), now(on, "y")), 3, 1e-14);
    EXPECT_NEAR(now(on, "x") * now(on, "x'") + now(on, "y") * now(on, "y'"), 0, 1e-13);
}

// A constraint that moves with time is met at the time of the change.
TEST(Run, PutsTheStateOnConstraintsThatMove) {
    const System system = model(
        "model Cart { coord x, y; kinetic (x'^2 + y'^2)/2; constraint drive: x = y + t^2; init y' = 1 }");
    const MovingSystem moving(system, {.make = tiered});
    OneRun run(moving, {.until = 2});
    run.run();
    run.set({.values = {{symbol(system, "y"), Rational(7)}}});
    EXPECT_NEAR(now(run, "x"), 11, 1e-14);
    EXPECT_NEAR(now(run, "x'") - now(run, "y'"), 4, 1e-14);
}

TEST(Run, IsAsItWasAfterAValueThatCannotBe) {
    const System system = model(bead);
    const MovingSystem moving(system, {.make = tiered});
    OneRun run(moving, {.until = 1}), other(moving, {.until = 1});
    for (int k = 0; k < 3; ++k) {
        run.step();
        other.step();
    }
    const Expr x = symbol(system, "x"), y = symbol(system, "y"), r = symbol(system, "r");
    EXPECT_THROW(run.set({.values = {{x, Rational(5)}}}), NoInitialState);  // |x| ≤ r
    EXPECT_THROW(run.set({.values = {{x, Rational(1)}, {y, Rational(1)}}}), NoInitialState);
    EXPECT_THROW(run.set({.parameters = {{r, Rational(1)}}, .values = {{x, Rational(2)}}}), NoInitialState);
    expect_same(run.run(), other.run(), "Bead");
}

// A ball that bounces: an event stops it, its velocity is set, and it goes on. It falls from h = 5 in 1 s at g = 10, and loses half of
// its speed; so it is at its height 5/4 at t = 1.5.
TEST(Run, BouncesWhereAnEventStopsIt) {
    const System system =
        model("model Ball { param g = 10; coord y; kinetic y'^2/2; potential g*y; init y = 5 }");
    const MovingSystem moving(system,
                              {.events = {{"ground", symbol(system, "y"), -1, true}}, .make = tiered});
    OneRun run(moving, {.until = 1.5});
    run.run();
    EXPECT_EQ(run.result().end, End::event);
    EXPECT_NEAR(run.t(), 1, 1e-15);
    const Rational up = Rational::parse(decimal(-0.5 * now(run, "y'"), 17)).value();
    run.set({.values = {{symbol(system, "y", 1), up}}});
    EXPECT_TRUE(run.goes_on());
    const SimulationResult result = run.run();
    EXPECT_EQ(result.end, End::reached);
    EXPECT_EQ(result.t, 1.5);
    EXPECT_NEAR(now(run, "y"), 1.25, 1e-14);
    EXPECT_NEAR(now(run, "y'"), 0, 1e-14);
    ASSERT_EQ(result.events.size(), 1u);  // of the first part
}

TEST(Run, IntegralsOverTimeGoOn) {
    const System system = model(falling);
    const Expr way = system.c().variable("way");
    const MovingSystem moving(system, {.quadratures = {{way, symbol(system, "y", 1)}}, .make = tiered});
    OneRun run(moving, {.until = 1});
    run.run();
    run.set({.values = {{symbol(system, "y"), Rational(100)}}});
    step_to(run, 2);
    EXPECT_NEAR(now(run, "way"), 3 * 2 - 5 * 4, 1e-13);
    EXPECT_NEAR(now(run, "y"), 100 + (3 - 10) - 5, 1e-12);
}

TEST(Run, StartsAnewWhenAnotherIsAssigned) {
    const System system = from_gallery("trailer-1");
    const MovingSystem moving(system, {.make = tiered});
    OneRun run(moving, {.until = 12});
    for (int k = 0; k < 5; ++k) run.step();
    run = OneRun(moving, {.until = 7});
    expect_same(run.run(), OneRun(moving, {.until = 7}).run(), "trailer-1");
}

// --- stops

TEST(Run, EndsWhenItIsAskedToStop) {
    const System system = model(pendulum);
    const MovingSystem moving(system, {.make = tiered});
    const Stop stop;
    const Stoppable here(stop);
    OneRun run(moving, {.until = 1e9});
    const SimulationResult result = run.run({.row = [&](std::span<const double> row) {
        if (row[0] > 3) stop.request();
    }});
    EXPECT_EQ(result.end, End::interrupted);
    EXPECT_EQ(result.reason, "the motion was asked to stop");
    EXPECT_GT(result.t, 3);
    EXPECT_LT(result.t, 10);
    EXPECT_EQ(result.final, run.at(run.t()));
    EXPECT_FALSE(run.step());
}

TEST(Run, EndsInTheMiddleOfManyRows) {
    const System system = model(falling);
    const MovingSystem moving(system, {.make = tiered});
    const Stop stop;
    const Stoppable here(stop);
    std::size_t rows = 0;
    const SimulationResult result = OneRun(moving, {.until = 100, .every = 1e-4})
                                        .run({
                                            .row =
                                                [&](std::span<const double>) {
                                                    if (++rows == 1000) stop.request();
                                                },
                                        });
    EXPECT_EQ(result.end, End::interrupted);
    EXPECT_LT(rows, 1100u);
}

TEST(Run, EndsWhenTheTimeIsUp) {
    const System system = model(pendulum);
    const MovingSystem moving(system, {.make = tiered});
    OneRun run(moving, {.until = 1e9});
    run.step();
    const Deadline over(TimeLimit::by_the_clock(-1));
    EXPECT_FALSE(run.step());
    const SimulationResult result = run.result();
    EXPECT_EQ(result.end, End::interrupted);
    EXPECT_EQ(result.reason, "the time allowed has passed");
}

// A derivation that was given up leaves nothing half-made behind.
TEST(MovingSystem, MovesOnAfterAStop) {
    const System system = from_gallery("trailer-1");
    const MovingSystem moving(system, {.make = tiered});
    const Stop stop;
    stop.request();
    {
        const Stoppable here(stop);
        EXPECT_THROW(OneRun(moving, {.until = 3}), Cancelled);
    }
    const MovingSystem other(system, {.make = tiered});
    expect_same(OneRun(moving, {.until = 3}).run(), OneRun(other, {.until = 3}).run(), "trailer-1");
}

bool fails_to_compile = false;

std::unique_ptr<Evaluator> make_or_fail(Program program) {
    if (fails_to_compile) throw std::bad_alloc();
    return interpreted(std::move(program));
}

// The same where the form had been derived and its compilation failed.
TEST(MovingSystem, MovesOnAfterACompilationThatFailed) {
    for (const char* text : {sleigh, bead, rubbing}) {
        const System system = model(text);
        const MovingSystem moving(system, {.make = make_or_fail}), other(system, {.make = interpreted});
        fails_to_compile = true;
        EXPECT_THROW(OneRun(moving, {.until = 3}), std::bad_alloc);
        fails_to_compile = false;
        expect_same(OneRun(moving, {.until = 3}).run(), OneRun(other, {.until = 3}).run(), system.name);
    }
}

// --- inputs and states

const char* const pushed =
    "model Pushed { param k = 3; input u = 0.5; coord x; state e; kinetic x'^2/2; potential k*x^2/2;"
    " e' = x - e; force on x: u - e/5; output y = 2*x; init x = 1, e = 0.3 }";

// An input is set in place, a parameter of the same value by a motion that starts anew: both go on alike.
TEST(RunInputs, AreSetWhileTheMotionGoesOn) {
    const System system = model(pushed);
    std::string text = pushed;
    text.replace(text.find("input u = 0.5"), 13, "param u = 0.5");
    const System other = model(text);
    const MovingSystem moving(system, {}), moving_other(other, {});
    OneRun run(moving), started_anew(moving_other);
    for (int k = 1; k <= 5; ++k) {
        step_to(run, 0.7 * k);
        step_to(started_anew, 0.7 * k);
        const Rational value(3 - k, 4);
        run.set({.parameters = {{symbol(system, "u"), value}}});
        started_anew.set({.parameters = {{symbol(other, "u"), value}}});
        for (const char* name : {"x", "x'", "e", "y"})
            EXPECT_NEAR(now(run, name), now(started_anew, name), 1e-13) << name << " at " << run.t();
    }
    EXPECT_EQ(run.result().t, 3.5);
}

// By superposition: x' = v, v' = -k x + u - e/5, e' = x - e, with a Runge–Kutta method of small steps.
TEST(RunInputs, StatesFeedBack) {
    const System system = model(pushed);
    const MovingSystem moving(system, {});
    OneRun run(moving);
    step_to(run, 2);
    double x = 1, v = 0, e = 0.3;
    const double h = 2.0 / 20000;
    const auto f = [](double a, double b, double c) { return std::array{b, -3 * a + 0.5 - c / 5, a - c}; };
    for (int n = 0; n < 20000; ++n) {
        const auto k1 = f(x, v, e), k2 = f(x + h / 2 * k1[0], v + h / 2 * k1[1], e + h / 2 * k1[2]),
                   k3 = f(x + h / 2 * k2[0], v + h / 2 * k2[1], e + h / 2 * k2[2]),
                   k4 = f(x + h * k3[0], v + h * k3[1], e + h * k3[2]);
        x += h / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0]);
        v += h / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1]);
        e += h / 6 * (k1[2] + 2 * k2[2] + 2 * k3[2] + k4[2]);
    }
    EXPECT_NEAR(now(run, "x"), x, 1e-11);
    EXPECT_NEAR(now(run, "e"), e, 1e-11);
    EXPECT_NEAR(now(run, "y"), 2 * x, 1e-11);
}

TEST(RunInputs, AStateCanBeSet) {
    const System system = model(pushed);
    const MovingSystem moving(system, {});
    OneRun run(moving);
    step_to(run, 1);
    const double x = now(run, "x");
    run.set({.values = {{symbol(system, "e"), Rational(7, 2)}}});
    EXPECT_EQ(now(run, "e"), 3.5);
    EXPECT_NEAR(now(run, "x"), x, 1e-14);
}

// A moving support: its height is in a constraint, so the state moves along.
TEST(RunInputs, AnInputInAConstraintMovesTheState) {
    const System system = model(
        "model Guided { input h = 1; coord x, y; kinetic (x'^2 + y'^2)/2; constraint guide: y = h; init x' = "
        "1 }");
    const MovingSystem moving(system, {});
    OneRun run(moving);
    step_to(run, 1);
    run.set({.parameters = {{symbol(system, "h"), Rational(3)}}});
    EXPECT_NEAR(now(run, "y"), 3, 1e-12);
    EXPECT_NEAR(now(run, "x"), 1, 1e-12);
}

// A state that is handed over comes by names: in any order, and without what this motion alone has.
TEST(Run, TakesAStateByItsNames) {
    const System system = model(falling);
    const Expr way = system.c().variable("way");
    const MovingSystem moving(system, {.quadratures = {{way, symbol(system, "y", 1)}}, .make = tiered});
    RunOptions options{.until = 1};
    options.initial.standing = StateAt{0, {{symbol(system, "y", 1), -2}, {symbol(system, "y"), 7}}};
    OneRun run(moving, options);
    run.run();
    EXPECT_NEAR(now(run, "y"), 7 - 2 - 5, 1e-13);
    EXPECT_NEAR(now(run, "way"), -2 - 5, 1e-13);
    options.initial.standing = StateAt{0, {{way, 3}, {symbol(system, "y", 1), -2}, {symbol(system, "y"), 7}}};
    OneRun other(moving, options);
    other.run();
    EXPECT_NEAR(now(other, "way"), 3 - 2 - 5, 1e-13);
}

}  // namespace
}  // namespace anholon
