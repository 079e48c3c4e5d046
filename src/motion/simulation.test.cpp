#include "motion/simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/read_model.test.hpp"
#include "model/request.hpp"
#include "motion/expectations.hpp"
#include "motion/path.test.hpp"

namespace anholon {
namespace {

Expr expression(const System& system, const std::string& text) {
    const Source source("test", text);
    Diagnostics diagnostics;
    const Expr e = read_expression(source, scope_of(system), system, diagnostics);
    if (!e) throw std::runtime_error(render(diagnostics, source, {}));
    return e;
}

const std::string sleigh = R"(model Sleigh {
  param m = 2, I = 3, a = 0.5
  coord x, y, phi
  let vx = x' - a*phi'*sin(phi), vy = y' + a*phi'*cos(phi)
  kinetic m/2*(vx^2 + vy^2) + I/2*phi'^2
  constraint blade: y'*cos(phi) - x'*sin(phi) = 0
  QUASI
  init phi = 0.3, x' = -0.7*cos(0.3), y' = -0.7*sin(0.3), phi' = 1.2
})";

System sleigh_with(const std::string& quasi) {
    std::string text = sleigh;
    text.replace(text.find("QUASI"), 5, quasi);
    return model(text);
}

const char* const along_the_blade = "quasi u = x'*cos(phi) + y'*sin(phi), w = phi'";

TEST(Simulation, TheSleighFollowsItsClosedForm) {
    const System system = sleigh_with(along_the_blade);
    const Path run = simulate(system, {.until = 4, .every = 0.5});
    EXPECT_EQ(run.rows.size(), 9u);
    EXPECT_NEAR(run.final("u"), 1.586781172129, 1e-12);
    EXPECT_NEAR(run.final("w"), 0.530296688805, 1e-12);
    EXPECT_NEAR(run.final("phi"), 4.453408274964, 1e-12);
    EXPECT_NEAR(run.final("x"), -2.4475135849, 1e-10);
    EXPECT_NEAR(run.final("y"), -1.3156831173, 1e-10);
    EXPECT_NEAR(run.final("energy"), 3.01, 1e-14);
    EXPECT_LT(run.drift("energy"), 1e-14);
    EXPECT_LT(run.drift("constraint blade"), 1e-15);
    // the reaction across the blade: m (u w − a w˙ sin…) on the mass centre, here m u w + m a w˙
    const double u = run.final("u"), w = run.final("w");
    EXPECT_NEAR(run.final("lambda"), 2 * u * w + 2 * 0.5 * (-2 * 0.5 * u * w / 3.5), 1e-12);
}

TEST(Simulation, NoVelocityIsFree) {
    const Path held = simulate(model("model A { algebra so(3); inertia (1, 2, 3);"
                                     " constraint (1, 0, 0); constraint (0, 1, 0); constraint (0, 0, 1) }"),
                               {.until = 1});
    for (const char* const w : {"w1", "w2", "w3", "energy"}) EXPECT_EQ(held.final(w), 0) << w;
    const Path driven = simulate(
        model("model D { coord x, y; kinetic (x'^2 + y'^2)/2; constraint x = sin(t); constraint y' = x }"),
        {.until = 1});
    EXPECT_NEAR(driven.final("x"), std::sin(1.0), 1e-12);
    EXPECT_NEAR(driven.final("y"), 1 - std::cos(1.0), 1e-12);
    EXPECT_NEAR(driven.final("x'"), std::cos(1.0), 1e-12);
}

TEST(Simulation, IndependentVelocitiesArePickedAnewThroughAllHeadings) {
    const System with = sleigh_with(along_the_blade), without = sleigh_with("");
    const Path a = simulate(with, {.until = 6, .every = 0.25}),
               b = simulate(without, {.until = 6, .every = 0.25});
    EXPECT_GE(b.result.picks, 2u);
    ASSERT_EQ(a.rows.size(), b.rows.size());
    for (std::size_t k = 0; k < a.rows.size(); ++k)
        for (const char* name : {"x", "y", "phi", "x'", "y'", "phi'", "lambda", "energy"})
            EXPECT_NEAR(a.column(name, a.rows[k]), b.column(name, b.rows[k]), 1e-12) << name << " " << k;
}

TEST(Simulation, AKnifeEdgeTurnsSteadilyThroughAllHeadings) {
    const System edge = model(R"(model Edge {
      param G = 1
      coord x, y, phi
      kinetic (x'^2 + y'^2 + phi'^2)/2
      potential -G*x
      constraint blade: x'*sin(phi) - y'*cos(phi) = 0
      init phi' = 1.5
    })");
    const Path run = simulate(edge, {.until = 20, .every = 1});
    EXPECT_GE(run.result.picks, 4u);
    for (const auto& row : run.rows) {
        const double t = row[0], w = 1.5;
        EXPECT_NEAR(run.column("x", row), std::pow(std::sin(w * t), 2) / (2 * w * w), 1e-12);
        EXPECT_NEAR(run.column("y", row), (w * t - std::sin(2 * w * t) / 2) / (2 * w * w), 1e-12);
    }
}

TEST(Simulation, AStartWhereTheFirstChoiceHasNoPivot) {
    System system = sleigh_with("");
    SimulationOptions options{.until = 1};
    options.initial.values = {{system.q()[2], Rational::parse("1.5707963267948966").value()},
                              {system.velocities()[0], 0},
                              {system.velocities()[1], 1}};
    const Path run = simulate(system, options);
    EXPECT_EQ(run.result.end, SimulationResult::End::reached);
    EXPECT_EQ(run.result.picks, 1u);
}

TEST(Simulation, StatedQuasiVelocitiesAreLeftWhereTheyDegenerate) {
    const System system = from_gallery("cart-two-skates");
    const Path a = simulate(system, {.until = 3}),
               b = simulate(system, {.until = 3, .form = find_form("lagrange-multipliers")});
    EXPECT_EQ(a.result.picks, 1u);
    for (const char* name : {"psi", "theta1", "theta2", "x", "y", "v", "w1", "w2"})
        EXPECT_NEAR(a.final(name), b.final(name), 1e-11) << name;
    EXPECT_EQ(simulate(from_gallery("ball-in-cylinder"), {.until = 3}).result.picks, 0u);
}

TEST(Simulation, EveryFormGivesTheSameMotion) {
    const System system = from_gallery("chaplygin-sleigh");
    const Path reference = simulate(system, {.until = 1.2});
    std::size_t count = 0;
    for (const EquationForm& form : all_forms()) {
        if (form.role != EquationForm::Role::form || form.inapplicable(Setting(system))) continue;
        const Path run = simulate(system, {.until = 1.2, .form = &form});
        ++count;
        for (const char* name : {"x", "y", "theta", "v", "w", "lambda"})
            EXPECT_NEAR(run.final(name), reference.final(name), 1e-11) << form.id << " " << name;
    }
    EXPECT_EQ(count, 22u);
}

TEST(Simulation, RedundantCoordinatesStayOnTheirConstraint) {
    const System system = from_gallery("spherical-pendulum");
    for (const char* form : {"hamel", "lagrange-multipliers"}) {
        const Path run = simulate(system, {.until = 50, .every = 0.5, .form = find_form(form)});
        EXPECT_EQ(run.result.end, SimulationResult::End::reached) << run.result.reason;
        EXPECT_LT(run.drift("constraint rod"), 1e-15) << form;
        EXPECT_LT(run.drift("energy"), 1e-12) << form;
        EXPECT_LT(run.result.correction, 1e-12) << form;
        for (const auto& row : run.rows) {
            const double x = run.column("x", row), y = run.column("y", row), z = run.column("z", row);
            const double along =
                x * run.column("x'", row) + y * run.column("y'", row) + z * run.column("z'", row);
            EXPECT_NEAR(x * x + y * y + z * z, 1, 1e-15);
            EXPECT_NEAR(along, 0, 2e-14);
        }
    }
}

TEST(Simulation, MethodsAgree) {
    const System system = from_gallery("rolling-disc");
    const Path a = simulate(system, {.until = 5, .method = find_method("taylor")});
    const Path b = simulate(system, {.until = 5, .tolerance = 1e-12, .method = find_method("cvode-adams")});
    const Path c = simulate(system, {.until = 5, .tolerance = 1e-12, .method = find_method("cvode-bdf")});
    for (const char* name : {"phi", "theta", "psi", "x", "y", "lambda_along"}) {
        EXPECT_NEAR(a.final(name), b.final(name), 1e-8) << name;
        EXPECT_NEAR(a.final(name), c.final(name), 1e-7) << name;
    }
    EXPECT_EQ(b.result.method, "cvode-adams");
}

TEST(Simulation, StrongFrictionIsHandedToTheStiffMethod) {
    const System system = from_gallery("viscous-sleigh");
    SimulationOptions options{.until = 2, .every = 0.5};
    EXPECT_EQ(simulate(system, options).result.method, "taylor");
    for (const Parameter& p : system.parameters)
        if (p.symbol.symbol().name == "N") options.initial.parameters = {{p.symbol, 100000000}};
    const Path run = simulate(system, options);
    EXPECT_EQ(run.result.method, "cvode-bdf");
    EXPECT_FALSE(run.result.notes.empty());
    // N (x_N − x) → 2t − 2 sin t, so that this is the nonholonomic motion itself
    EXPECT_NEAR(run.final("x"), std::pow(std::sin(2), 2) / 2, 1e-6);
    EXPECT_LT(run.result.steps, 5000u);
}

TEST(Simulation, EventsAreMetAndMayStop) {
    const System system = from_gallery("chaplygin-sleigh");
    SimulationOptions options{.until = 40};
    options.events = {{"v - w", expression(system, "v - w"), 1, false},
                      {"theta - 2", expression(system, "theta - 2"), 0, true}};
    const Path run = simulate(system, options);
    EXPECT_EQ(run.result.end, SimulationResult::End::event);
    ASSERT_EQ(run.result.events.size(), 2u);
    EXPECT_EQ(run.result.events[0].event, 0u);
    EXPECT_EQ(run.result.events[0].direction, 1);
    EXPECT_NEAR(run.column("v", run.result.events[0].row), run.column("w", run.result.events[0].row), 1e-13);
    EXPECT_NEAR(run.final("theta"), 2, 1e-13);
    EXPECT_EQ(run.result.t, run.result.events[1].t);
    EXPECT_EQ(run.rows.back()[0], run.result.t);
}

TEST(Simulation, EventsGrowInTimeWhicheverWayTheStepsGo) {
    const System system = model("model O { coord x; kinetic x'^2/2; potential x^2/2; init x = 1 }");
    for (const Method& method : all_methods()) {
        SimulationOptions options{.until = -7, .method = &method};
        options.events = {{"x", system.q()[0], 1, false}};
        const Path run = simulate(system, options);
        ASSERT_EQ(run.result.events.size(), 1u) << method.name;
        EXPECT_NEAR(run.result.events[0].t, -std::acos(0), 1e-8) << method.name;
        EXPECT_EQ(run.result.events[0].direction, 1) << method.name;
    }
}

TEST(Simulation, AnIntegralWithoutAValueIsLeftOut) {
    const System system = model(
        "model A { coord x, y; kinetic (x'^2 + y'^2)/2; init x' = 0, y' = 3/2\n"
        "expect integral energy; expect integral y'/x' }");
    const Path run = simulate(system, {.until = 0.5});
    EXPECT_EQ(run.result.end, SimulationResult::End::reached) << run.result.reason;
    EXPECT_EQ(std::ranges::find(run.names, "integral1"), run.names.end());
    EXPECT_EQ(run.result.notes.size(), 1u);
    EXPECT_EQ(run.result.drifts.size(), 1u);
}

TEST(Simulation, QuadraturesGoAlong) {
    const System system = from_gallery("chaplygin-sleigh");
    SimulationOptions options{.until = 3};
    options.quadratures = {{system.c().variable("turned"), expression(system, "w")},
                           {system.c().variable("push"), expression(system, "v'")}};
    options.more = {{"check", expression(system, "theta") - system.c().variable("turned")}};
    for (const char* form : {"hamel", "lagrange-multipliers", "voronets"}) {
        options.form = find_form(form);
        const Path run = simulate(system, options);
        EXPECT_NEAR(run.final("turned"), run.final("theta"), 1e-13) << form;
        EXPECT_NEAR(run.final("push"), run.final("v") - 0.2, 1e-13) << form;
        EXPECT_NEAR(run.final("check"), 0, 1e-13) << form;
    }
}

TEST(Simulation, QuadraturesMayContainOneAnother) {
    const System system = from_gallery("chaplygin-sleigh");
    const Expr sine = system.c().variable("sine"), cosine = system.c().variable("cosine");  // less 1
    SimulationOptions options{.until = 3};
    options.quadratures = {{sine, cosine + Rational(1)}, {cosine, -sine}};
    const Path run = simulate(system, options);
    EXPECT_NEAR(run.final("sine"), std::sin(3), 1e-13);
    EXPECT_NEAR(run.final("cosine"), std::cos(3) - 1, 1e-13);
}

// The attitude that a picture integrates: in space, the angular momentum of a free top does not change.
TEST(Simulation, AttitudeOfAPictureKeepsTheMomentum) {
    const System system = from_gallery("free-top");
    SimulationOptions options{.until = 60, .every = 5};
    for (const DrawnVariable& v : system.staging.variables) options.quadratures.push_back({v.symbol, v.rate});
    ASSERT_EQ(options.quadratures.size(), 4u);
    const auto momentum = std::ranges::find(system.picture, PictureItem::Role::momentum, &PictureItem::role);
    ASSERT_NE(momentum, system.picture.end());
    const Vector3 M = *momentum->end - momentum->place;
    options.more = {{"Mx", M[0]}, {"My", M[1]}, {"Mz", M[2]}};
    const Path run = simulate(system, options);
    for (const char* name : {"Mx", "My", "Mz"})
        for (const auto& row : run.rows)
            EXPECT_NEAR(run.column(name, row), run.column(name, run.rows.front()), 1e-11) << name;
}

TEST(Simulation, BackwardAndForwardAgain) {
    const System system = from_gallery("rolling-disc");
    const Path back = simulate(system, {.until = -3, .every = 0.5});
    EXPECT_EQ(back.rows.size(), 7u);
    EXPECT_EQ(back.rows[1][0], -0.5);
    SimulationOptions options{.until = 3};
    std::vector<Expr> symbols = system.q();
    for (const Expr& v : system.velocities()) symbols.push_back(v);
    for (const QuasiVelocity& eta : system.quasi) symbols.push_back(eta.symbol);
    for (const Expr& symbol : symbols) {
        char text[40];
        std::snprintf(text, sizeof text, "%.17g", back.final(symbol_text(symbol.symbol())));
        options.initial.values.emplace_back(symbol, Rational::parse(text).value());
    }
    const Path forth = simulate(system, options);
    for (const Expr& q : system.q()) {
        const std::string name = symbol_text(q.symbol());
        EXPECT_NEAR(forth.final(name), back.column(name, back.rows.front()), 1e-10) << name;
    }
}

TEST(Simulation, ASingularPlaceIsSaidAndWhatWasComputedIsKept) {
    // x x¨ + x˙² = −1: x² = 1 − t², and the mass x² vanishes at t = 1.
    const System system = model(R"(model Heavy {
      coord x
      kinetic x^2*x'^2/2
      force on x: -x
      init x = 1
    })");
    for (const Method& method : all_methods()) {
        const Path run = simulate(system, {.until = 2, .every = 0.1, .method = &method});
        EXPECT_TRUE(run.result.end == SimulationResult::End::singular ||
                    run.result.end == SimulationResult::End::stuck)
            << method.name;
        EXPECT_NEAR(run.result.t, 1, 1e-3) << method.name;
        EXPECT_FALSE(run.result.reason.empty()) << method.name;
        EXPECT_GE(run.rows.size(), 10u) << method.name;
        EXPECT_NEAR(run.column("x", run.rows[6]), 0.8, 1e-8) << method.name;
    }
}

TEST(Simulation, AColumnWithoutAValueEndsTheMotion) {
    const System system = model("model Fall { coord x; kinetic x'^2/2; init x = 1, x' = -1 }");
    SimulationOptions options{.until = 2, .every = 0.5};
    options.more = {{"inverse", 1 / system.q()[0]}};
    const Path run = simulate(system, options);
    EXPECT_EQ(run.result.end, SimulationResult::End::unrowed);
    EXPECT_EQ(run.result.t, 1);
    EXPECT_NE(run.result.reason.find("'inverse'"), std::string::npos);
}

TEST(Simulation, WhatAFormDoesNotKnowIsSaid) {
    const System system = from_gallery("chaplygin-sleigh");
    SimulationOptions options{.until = 1};
    options.events = {{"lambda", expression(system, "lambda"), 0, false}};
    EXPECT_THROW(simulate(system, options), Unavailable);
    options.form = find_form("lagrange-multipliers");
    EXPECT_NO_THROW(simulate(system, options));
    options.events = {{"x'''", expression(system, "x'''"), 0, false}};
    EXPECT_THROW(simulate(system, options), Unavailable);
}

TEST(Simulation, TheObserverEndsIt) {
    const System system = from_gallery("rolling-disc");
    Simulation simulation(system, {.until = 1e12, .make = tiered});
    int left = 10;
    const SimulationResult result = simulation.run({.goes_on = [&](double) { return --left > 0; }});
    EXPECT_EQ(result.end, SimulationResult::End::interrupted);
    EXPECT_EQ(result.steps, 10u);
    EXPECT_FALSE(result.final.empty());
}

TEST(Simulation, EnergyIsKeptWhereItMustBe) {
    for (const auto& [name, kept] : {std::pair{"chaplygin-sleigh", true},
                                     {"bilimovich-pendulum", true},
                                     {"appell-hamel", true},
                                     {"ball-on-rotating-plane", false},
                                     {"viscous-sleigh", false},
                                     {"vakonomic-skate", true}}) {
        const System system = from_gallery(name);
        EXPECT_EQ(keeps_energy(system, form_of_motion(Setting(system))), kept) << name;
    }
}

TEST(Expectations, ValuesOfTheWholeGallery) {
    std::size_t count = 0;
    for (const GalleryModel& entry : gallery()) {
        const System system = from_gallery(std::string(entry.name));
        for (const ValueVerdict& v : check_values(system, {.make = tiered})) {
            ++count;
            EXPECT_TRUE(v.holds) << entry.name << ": " << v.value << " for " << v.wanted << " " << v.reason;
        }
    }
    EXPECT_GE(count, 22u);
}

// Nothing is derived and compiled again, and the numbers are the same.
TEST(Expectations, AreMetByASystemThatMovesAlready) {
    for (const char* name : {"rattleback", "chaplygin-ball"}) {
        const System system = from_gallery(name);
        const MovingSystem moving(system, {.until = 0.5, .make = tiered});
        const auto own = check_values(system, {.make = tiered});
        const auto shared = check_values(system, {.make = tiered, .moving = &moving});
        ASSERT_EQ(own.size(), shared.size());
        EXPECT_FALSE(own.empty()) << name;
        for (std::size_t k = 0; k < own.size(); ++k) {
            EXPECT_TRUE(shared[k].holds) << name << ": " << shared[k].reason;
            EXPECT_EQ(own[k].value, shared[k].value) << name;
            EXPECT_EQ(own[k].wanted, shared[k].wanted) << name;
        }
    }
}

// One that moves otherwise, here at a loose tolerance, is left alone.
TEST(Expectations, AreNotMetByASystemWithOptions) {
    const System system = from_gallery("chaplygin-ball");
    const MovingSystem loose(system, {.tolerance = 1e-3, .make = tiered});
    for (const ValueVerdict& v : check_values(system, {.make = tiered, .moving = &loose}))
        EXPECT_TRUE(v.holds) << v.value << " for " << v.wanted;
}

TEST(Expectations, AWrongValueIsNoticed) {
    const System system = model(R"(model Oscillator {
      coord x
      kinetic x'^2/2
      potential 2*x^2
      init x = 1
      expect value x = cos(2*t) at 3 within 1e-12
      expect value x = cos(2*t) at -3
      expect value x' = 0.1 at 3
    })");
    const auto verdicts = check_values(system);
    ASSERT_EQ(verdicts.size(), 3u);
    EXPECT_TRUE(verdicts[0].holds);
    EXPECT_TRUE(verdicts[1].holds);
    EXPECT_FALSE(verdicts[2].holds);
    EXPECT_NEAR(verdicts[2].value, -2 * std::sin(6), 1e-12);
}

// The double next to pi is no equilibrium: the motion leaves it, and what it has become says nothing of pi.
TEST(Expectations, RoundedStartsDecideNothing) {
    const System system = model(R"(model Upright {
      coord f
      kinetic f'^2/2
      potential cos(f)
      init f = 1e-3
      expect value f = 1e-3*cosh(t) at 1 within 1e-3
    })");
    EXPECT_TRUE(check_values(system)[0].holds);
    const System standing = model(R"(model Standing {
      coord f
      kinetic f'^2/2
      potential -cos(f)
      init f = pi
      expect value f = pi at 36 within 1e-9
      expect value 1/f' = 0 at 0
      expect value f = pi at 1 within 1e-9
    })");
    const auto verdicts = check_values(standing);
    EXPECT_FALSE(verdicts[0].holds);
    EXPECT_NE(verdicts[0].reason, "");
    EXPECT_EQ(verdicts[1].reason, "it has no finite value at that time");
    EXPECT_TRUE(verdicts[2].holds) << verdicts[2].reason;
}

// A chaotic motion of Hénon and Heiles, whose errors have grown to some hundredths at t = 3000.
TEST(Expectations, ErrorsThatHaveGrownDecideNothing) {
    const System system = model(R"(model HenonHeiles {
      coord x, y
      kinetic (x'^2 + y'^2)/2
      potential (x^2 + y^2)/2 + x^2*y - y^3/3
      init y = -0.15, x' = 0.4, y' = 0.2
      expect value x = -0.489 at 3000 within 1e-2
      expect value x = -0.498 at 3000 within 1e-12
      expect value x = -0.444 at 3000 within 1e-3
      expect value x = 5 at 3000 within 1
    })");
    const auto verdicts = check_values(system, {.make = tiered});
    ASSERT_EQ(verdicts.size(), 4u);
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_FALSE(verdicts[k].holds);
        EXPECT_NE(verdicts[k].reason.find("the motion is known to"), std::string::npos) << verdicts[k].reason;
    }
    EXPECT_FALSE(verdicts[3].holds);
    EXPECT_EQ(verdicts[3].reason, "");  // |x| < 1 for bounded motions
}

// x = cos t, and all motions that are computed drift away from it together.
TEST(Expectations, WhatRoundingMayHaveDoneRefutesNothing) {
    const System system = model(R"(model Circle {
      coord x, y
      kinetic (x'^2 + y'^2)/2
      potential -1/sqrt(x^2 + y^2)
      init x = 1, y' = 1
      expect value x = cos(t) at 200 within 1e-13
      expect value x = cos(t) at 10000 within 1e-11
      expect value x = cos(t) + 1e-8 at 200 within 1e-10
    })");
    const auto verdicts = check_values(system, {.make = tiered});
    for (const ValueVerdict& v : {verdicts[0], verdicts[1]})
        EXPECT_TRUE(v.holds || !v.reason.empty()) << v.value;
    EXPECT_FALSE(verdicts[2].holds);
    EXPECT_EQ(verdicts[2].reason, "");
}

}  // namespace
}  // namespace anholon
