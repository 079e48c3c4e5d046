#include "motion/quick_start.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/read_model.test.hpp"

namespace anholon {
namespace {

double largest(const InitialState& state) {
    double out = 0;
    for (const auto* list : state.parts())
        for (const InitialVariable& x : *list) out = std::max(out, std::abs(x.value));
    return out;
}

struct Count {
    std::size_t asked = 0, quick = 0, refused = 0;
};

// Whatever is found quickly is what is found exactly.
void compare(const System& system, const QuickStart& quick, const InitialStateOptions& options,
             const std::string& what, Count& count) {
    const auto found = quick(options);
    const InitialStateResult exact = initial_state(system, options);
    ++count.asked;
    count.quick += found.has_value();
    count.refused += exact.failure.has_value();
    if (!found) return;
    ASSERT_TRUE(exact.state) << what << ": there is none, " << told(*exact.failure).message;
    const double size = largest(*exact.state);
    const auto found_parts = found->parts(), exact_parts = exact.state->parts();
    for (std::size_t p = 0; p < found_parts.size(); ++p) {
        ASSERT_EQ(found_parts[p]->size(), exact_parts[p]->size()) << what;
        for (std::size_t k = 0; k < found_parts[p]->size(); ++k) {
            const InitialVariable &a = (*found_parts[p])[k], &b = (*exact_parts[p])[k];
            EXPECT_EQ(a.name, b.name) << what;
            EXPECT_EQ(a.given.has_value(), b.given.has_value()) << what << ' ' << a.name;
            EXPECT_NEAR(a.value, b.value, 1e-12 * std::max(1.0, size)) << what << ' ' << a.name;
        }
    }
    EXPECT_EQ(found->is_changed(), exact.state->is_changed()) << what;
}

Rational changed(const Rational& value, const Rational& factor) {
    return value.is_zero() ? factor : value * factor;
}

// Each parameter and each variable by itself, and all of them together.
void compare_starts(const System& system, const Experiment* experiment, const std::string& name,
                    Count& starts, Count& bad) {
    const QuickStart quick(system, experiment);
    InitialStateOptions plain{.experiment = experiment};
    compare(system, quick, plain, name, starts);
    InitialStateOptions all = plain;
    for (const Parameter& p : system.parameters) {
        InitialStateOptions options = plain;
        options.parameters = {{p.symbol, changed(p.value, Rational(21, 20))}};
        all.parameters.push_back(options.parameters[0]);
        compare(system, quick, options, name + " with another " + p.symbol.symbol().name, starts);
        for (const Rational& value : {Rational(0), -p.value}) {
            options.parameters = {{p.symbol, value}};
            compare(system, quick, options, name + " with a bad " + p.symbol.symbol().name, bad);
        }
    }
    const auto asked = [&](const Expr& symbol, const std::string& variable) {
        InitialStateOptions options = plain;
        for (const Rational& value : {Rational(0), Rational(3, 10)}) {
            options.values = {{symbol, value}};
            compare(system, quick, options, name + " from another " + variable, starts);
        }
        options.is_strict = true;
        for (const Rational& value : {Rational(1000), Rational(-1, 1000000)}) {
            options.values = {{symbol, value}};
            compare(system, quick, options, name + " from a bad " + variable, bad);
        }
    };
    for (const Expr& q : system.q()) asked(q, q.symbol().name);
    for (const Expr& v : system.velocities()) asked(v, v.symbol().name + "'");
    for (const QuasiVelocity& eta : system.quasi) asked(eta.symbol, eta.symbol.symbol().name);
    compare(system, quick, all, name + " with other parameters", starts);
}

TEST(QuickStart, FindsWhatIsFoundExactly) {
    Count starts, bad;
    std::size_t systems = 0, quick = 0;
    for (const GalleryModel& entry : gallery()) {
        const std::string name(entry.name);
        const System system = from_gallery(name);
        const Experiment* experiment = system.experiments.empty() ? nullptr : &system.experiments[0];
        ++systems;
        quick += QuickStart(system, experiment)({.experiment = experiment}).has_value();
        compare_starts(system, experiment, name, starts, bad);
    }
    RecordProperty("systems", std::to_string(quick) + " of " + std::to_string(systems));
    std::printf("quick: %zu of %zu systems, %zu of %zu starts, %zu of %zu bad ones (%zu refused)\n", quick,
                systems, starts.quick, starts.asked, bad.quick, bad.asked, bad.refused);
    EXPECT_GT(bad.refused, 0u);
    EXPECT_GE(10 * quick, 9 * systems);
}

// x² + y² = r²
TEST(QuickStart, LeavesDecisionsToTheExactWay) {
    const System system = model(
        "model Ring { param r = 2; coord x, y; kinetic (x'^2 + y'^2)/2; constraint c: x^2 + y^2 = r^2 }");
    const QuickStart quick(system, nullptr);
    const Expr x = system.c().find("x"), y = system.c().find("y"), r = system.c().find("r");
    const auto found = quick({.values = {{x, Rational(1)}, {y, Rational(1, 2)}}});
    EXPECT_FALSE(found);                                  // given values would have to move
    EXPECT_FALSE(quick({}));                              // nothing says which way from the centre
    EXPECT_FALSE(quick({.values = {{x, Rational(3)}}}));  // there is none
    EXPECT_FALSE(quick({.parameters = {{r, Rational(0)}}, .values = {{x, Rational(0)}}}));  // no slope
    const auto state = quick({.values = {{x, Rational(1)}, {system.c().find("y", 1), Rational(1)}}});
    EXPECT_FALSE(state);  // y = 0 has no slope of its own: two ways
}

// A loop that closes with other axes than those it demands is refused, and so not found.
TEST(QuickStart, ClosesNoLoopTheWrongWay) {
    const auto is_found = [](const std::string& angles) {
        const System s = model(
            "model A { body a { mass 1; inertia (1, 2, 2.5) }; body b { mass 1; inertia (1, 2, 2.5) }\n"
            "body c { mass 1; inertia (1, 2, 2.5) }; joint a on space hinge p along (0, 0, 1)\n"
            "joint b on a hinge q along (1, 0, 0); joint c on b hinge r along (0, 0, 1); joint c on space "
            "weld\nguess " +
            angles + " }");
        EXPECT_EQ(initial_state(s).failure.has_value(), angles.starts_with("p = 3.1"));
        return QuickStart(s, nullptr)({}).has_value();
    };
    is_found("p = 0.1, q = 0.2, r = -0.1");
    EXPECT_FALSE(is_found("p = 3.1, q = 0.05, r = 0.03"));
}

}  // namespace
}  // namespace anholon
