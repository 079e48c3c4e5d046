#include "motion/through_degeneracy.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "base/text.hpp"
#include "code/tiered.hpp"
#include "model/read_model.test.hpp"
#include "model/refusal.hpp"
#include "motion/path.test.hpp"

namespace anholon {
namespace {

using End = SimulationResult::End;

Path through(const System& system, SimulationOptions options) {
    options.make = tiered;
    options.form = find_form("lagrange-multipliers");
    Simulation simulation(system, std::move(options), Simulation::AtDegeneracy::goes_through);
    Path path;
    for (const Observable& o : simulation.columns()) path.names.push_back(o.name);
    path.result = simulation.run(
        {.row = [&](std::span<const double> row) { path.rows.emplace_back(row.begin(), row.end()); }});
    return path;
}

bool says(const Path& m, const std::string& words) {
    return std::ranges::any_of(m.result.notes,
                               [&](const std::string& n) { return n.find(words) != std::string::npos; });
}

System cart(const std::string& theta1, const std::string& theta2) {
    return model(changed(gallery_text("cart-two-skates"),
                         "theta1 = 0.3, theta2 = -0.2, v = 1, w1 = 0.2, w2 = 0.1",
                         "theta1 = " + theta1 + ", theta2 = " + theta2 + ", v = 0.5, w1 = 0.2, w2 = 0.2"));
}

// Both skates turn alike: the cart moves along them with constant speed, and does not turn.
TEST(ThroughDegeneracy, TheCartGoesOnInItsClosedForm) {
    for (const char* theta : {"1.2", "2"}) {
        const double start = std::stod(theta), w = 0.2, V = 0.5 / std::cos(start);
        const Path m = through(cart(theta, theta), {.until = start < 1.5 ? 6.0 : -6.0, .every = 0.25});
        ASSERT_EQ(m.result.end, End::reached) << m.result.reason;
        EXPECT_TRUE(
            says(m, "passes the degenerate set at t = " + decimal((std::numbers::pi / 2 - start) / w, 10)));
        EXPECT_TRUE(says(m, "saddle"));
        EXPECT_TRUE(says(m, "is unique"));
        double worst = 0;
        for (const auto& row : m.rows) {
            const double angle = start + w * row[0];
            const auto miss = [&](const char* name, double wanted) {
                worst = std::max(worst, std::fabs(m.column(name, row) - wanted));
            };
            miss("x", V / w * (std::cos(angle) - std::cos(start)));
            miss("y", V / w * (std::sin(angle) - std::sin(start)));
            miss("psi", 0);
            miss("theta1", angle);
            miss("theta2", angle);
            miss("v", V * std::cos(angle));
        }
        EXPECT_LE(worst, 1e-12);
        for (const char* name : {"energy", "w1", "w2"}) EXPECT_LE(m.drift(name), 1e-12) << name;
        EXPECT_EQ(m.rows.size(), 25u);
    }
}

TEST(ThroughDegeneracy, BeforeTheSetTheMotionIsTheOrdinaryOne) {
    const System system = model(gallery_text("cart-two-skates"));
    const Path ours = through(system, {.until = 3}), ordinary = simulate(system, {.until = 3});
    for (const char* name : {"psi", "theta1", "theta2", "x", "y", "psi'", "v", "w1"})
        EXPECT_NEAR(ours.final(name), ordinary.final(name), 1e-12) << name;
}

// References: two equations for the angles on a level of energy and (4.8), by hand, integrated with 40 digits.
TEST(ThroughDegeneracy, NearMissesLoseNothing) {
    struct Reference {
        const char* theta2;
        double theta1, psi, x, y, v, turn;  // at t = 3
    };
    constexpr Reference references[] = {
        {"1.21", 2.0588334196878247, -0.25883341968782470, 0.80370923549936685, 0.55202988069652664,
         0.66306899320689589, -0.026910882671869900},
        {"1.2001", 1.8077184188425992, -0.0077184188425992188, -0.87679131583971844, 0.64924184214488132,
         0.32398612208028523, -0.00053442158217715550},
        {"1.200001", 1.8001347105398896, -0.00013471053988962820, -0.93151878927963889, 0.64931228577792481,
         0.31368740903461502, -5.5179340410748289e-6},
    };
    for (const Reference& r : references) {
        const Path m = through(cart("1.2", r.theta2), {.until = 3});
        ASSERT_EQ(m.result.end, End::reached) << m.result.reason;
        EXPECT_TRUE(says(m, "goes around the degenerate set"));
        EXPECT_NEAR(m.final("theta1"), r.theta1, 1e-12) << r.theta2;
        EXPECT_NEAR(m.final("psi"), r.psi, 1e-12) << r.theta2;
        EXPECT_NEAR(m.final("x"), r.x, 1e-12) << r.theta2;
        EXPECT_NEAR(m.final("y"), r.y, 1e-12) << r.theta2;
        EXPECT_NEAR(m.final("v"), r.v, 1e-12) << r.theta2;
        EXPECT_NEAR(m.final("psi'"), r.turn, 1e-12) << r.theta2;
        EXPECT_LE(m.drift("energy"), 1e-13);
    }
}

// A motion without any symmetry: nodes attract an open set of motions. Arrival by 30 digits of the two equations for the angles. The smooth
// motion leaves the point as it came: the rates of the angles are continuous.
TEST(ThroughDegeneracy, AMotionOfTheCartMayEndInANode) {
    const System system = model(
        changed(gallery_text("cart-two-skates"), "theta1 = 0.3, theta2 = -0.2, v = 1, w1 = 0.2, w2 = 0.1",
                "theta1 = -0.303054, theta2 = 0.909558, v = 0.577447, w1 = -0.812281, "
                "w2 = -0.943305"));
    const double arrival = 9.254884601294;
    SimulationOptions options{.until = 11};
    options.at = {arrival - 1e-3, arrival + 1e-3, arrival + 2e-2, 11};
    const Path m = through(system, options);
    ASSERT_EQ(m.result.end, End::reached) << m.result.reason;
    EXPECT_TRUE(says(m, "at t = 9.254884601, (theta1, theta2) = (-1.5707963, -1.5707963): a node"));
    ASSERT_EQ(m.rows.size(), 4u);
    const auto turn = [&](std::size_t row) { return m.column("psi'", m.rows[row]); };
    const double slope = (turn(1) - turn(0)) / 2e-3;
    EXPECT_NEAR(turn(0), turn(1), 1e-4);
    EXPECT_NEAR(turn(2), turn(1) + 1.9e-2 * slope, 1e-3);
    for (const char* name : {"energy", "w1", "w2"}) EXPECT_LE(m.drift(name), 1e-12) << name;
}

// --- particles in the plane that move along the curves of a linear field

System particle(const std::string& statements) {
    return model("model P { coord x, y; kinetic (x'^2 + y'^2)/2; " + statements + " }");
}

// Rays: r̈ = −g sin φ. The reaction is unbounded at the origin, the motion is not.
TEST(ThroughDegeneracy, ABeadOnARayPassesTheOrigin) {
    const Path m =
        through(particle("potential 2*y; constraint ray: y*x' = x*y'; init x = 0.6, y = 0.8, x' = -0.6"),
                {.until = 2, .every = 0.125});
    ASSERT_EQ(m.result.end, End::reached) << m.result.reason;
    EXPECT_TRUE(says(m, "is unique"));
    for (const auto& row : m.rows) {
        const double t = row[0], r = 1 - t - 0.8 * t * t;
        EXPECT_NEAR(row[1], 0.6 * r, 1e-13);
        EXPECT_NEAR(row[2], 0.8 * r, 1e-13);
    }
}

// Hyperbolas xy = c: one motion passes along the axis, the others turn by a right angle. The arc length is a quadrature of 30 digits.
TEST(ThroughDegeneracy, AtASaddleOneMotionPassesAndTheOthersTurn) {
    const auto motion = [](const std::string& y) {
        return through(particle("constraint f: y*x' = -x*y'; init x = 1, y = " + y + ", x' = -1"),
                       {.until = 2});
    };
    const Path straight = motion("0");
    EXPECT_TRUE(says(straight, "a saddle"));
    EXPECT_NEAR(straight.final("x"), -1, 1e-13);
    EXPECT_NEAR(straight.final("y"), 0, 1e-13);
    EXPECT_TRUE(says(straight, "is unique"));
    const Path beside = motion("1e-13");  // its own motion turns away, and is not told from the other
    EXPECT_TRUE(says(beside, "a saddle"));
    EXPECT_TRUE(says(beside, "too near to tell whether it turns away"));
    EXPECT_FALSE(says(beside, "is unique"));
    constexpr std::array<std::pair<const char*, double>, 2> arcs{
        {{"1e-6", 1.00169442617092045}, {"1e-9", 1.00005358246022893}}};
    for (const auto& [y, wanted] : arcs) {
        const Path around = motion(y);
        EXPECT_FALSE(says(around, "passes")) << y;
        EXPECT_NEAR(around.final("y"), wanted, 1e-13) << y;
        EXPECT_NEAR(around.final("x"), std::stod(y) / wanted, 1e-13) << y;
    }
}

// y = c|x|^μ: every motion reaches the origin, and the axis is the smooth one.
TEST(ThroughDegeneracy, AtANodeTheContinuationIsNotUnique) {
    const Path m =
        through(particle("constraint f: 2.5*y*x' = x*y'; init x = 1, y = 0.3, x' = -1"), {.until = 2});
    ASSERT_EQ(m.result.end, End::reached) << m.result.reason;
    EXPECT_TRUE(says(m, "a node"));
    EXPECT_TRUE(says(m, "not unique"));
    const double arrival = 1.06554532232944973 / 1.25;
    EXPECT_NEAR(m.final("x"), -1.25 * (2 - arrival), 1e-12);
    EXPECT_NEAR(m.final("y"), 0, 1e-12);
    EXPECT_LE(m.drift("energy"), 1e-13);
}

// Logarithmic spirals wind infinitely often into the origin, which they reach in a finite time.
TEST(ThroughDegeneracy, AMotionThatWindsIntoTheSetEndsThere) {
    const Path m = through(
        particle("constraint f: y*x' - x*y' = 2*(x*x' + y*y'); init x = 1, y = 0, x' = -1"), {.until = 10});
    EXPECT_EQ(m.result.end, End::singular);
    // The speed is √5, the radius falls at the rate 1.
    EXPECT_NEAR(m.result.t, 1, 1e-12);
    EXPECT_NE(m.result.reason.find("without a limit"), std::string::npos) << m.result.reason;
}

// x = −1 + t − t²/4 touches x = 0: τ grows to 1e9 there, which must cost no digit of the rows behind it.
TEST(ThroughDegeneracy, AMotionThatTouchesTheSetKeepsItsDigits) {
    const Path m = through(particle("potential x; constraint c: x*y' = x*x'; init x = -1, x' = 1, y' = 1"),
                           {.until = 5, .every = 0.5});
    ASSERT_EQ(m.result.end, End::reached) << m.result.reason;
    EXPECT_TRUE(says(m, "whether the motion touches the set is not decided"));
    EXPECT_FALSE(says(m, "goes around"));
    for (const auto& row : m.rows) EXPECT_NEAR(row[1], -1 + row[0] - row[0] * row[0] / 4, 1e-13) << row[0];
}

// The velocities are constant: it must not be said that they have no limit.
TEST(ThroughDegeneracy, ARowThatVanishesToThirdOrderIsNotDecided) {
    const Path m =
        through(particle("constraint c: x^3*y' = x^3*x'; init x = -1, x' = 1, y' = 1"), {.until = 3});
    EXPECT_EQ(m.result.end, End::singular);
    EXPECT_NEAR(m.result.t, 1, 1e-4);
    EXPECT_EQ(m.result.reason.find("without a limit"), std::string::npos) << m.result.reason;
    EXPECT_NE(m.result.reason.find("ever more slowly"), std::string::npos) << m.result.reason;
}

// x = −0.1 − 10 t passes a multiple of π 63 times.
TEST(ThroughDegeneracy, ManyPassagesAreCounted) {
    const Path m =
        through(particle("constraint c: sin(x)*y' = 0; init x = -0.1, y = 0.3, x' = -10"), {.until = 20});
    ASSERT_EQ(m.result.end, End::reached) << m.result.reason;
    EXPECT_NEAR(m.final("x"), -200.1, 1e-11);
    ASSERT_EQ(m.result.notes.size(), 25u);
    EXPECT_TRUE(says(
        m, "and 39 more such events, the last at t = " + decimal((63 * std::numbers::pi - 0.1) / 10, 10)));
}

TEST(ThroughDegeneracy, ASetInTimeAloneIsNamedByItsTime) {
    const Path m =
        through(particle("constraint c: (t - 1)*y' = (t - 1)*x'; init x = -1, x' = 1, y' = 1"), {.until = 3});
    ASSERT_EQ(m.result.end, End::reached) << m.result.reason;
    EXPECT_TRUE(says(m, "passes the degenerate set at t = 1; the continuation is unique"));
}

// A factor that vanishes on a surface: the rows have a limit there, and every motion crosses.
TEST(ThroughDegeneracy, ARowWithAFactorIsCrossed) {
    const System system = model(
        "model P { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; constraint f: sin(x)*y' = sin(x)*x*z'\n"
        "init x = -1, x' = 1, z' = 1 }");
    const Path ordinary = simulate(system, {.until = 3});
    EXPECT_NE(ordinary.result.end, End::reached);
    EXPECT_NE(ordinary.result.reason.find("--through-degeneracy"), std::string::npos)
        << ordinary.result.reason;
    const Path m = through(system, {.until = 3});
    ASSERT_EQ(m.result.end, End::reached) << m.result.reason;
    // x = t − 1, z' = √2/√(1 + x²)
    EXPECT_NEAR(m.final("x"), 2, 1e-13);
    EXPECT_NEAR(m.final("z"), std::sqrt(2.0) * (std::asinh(2) - std::asinh(-1)), 1e-12);
    EXPECT_NEAR(m.final("y"), std::sqrt(2.0) * (std::sqrt(5.0) - std::sqrt(2.0)), 1e-12);
    EXPECT_TRUE(says(m, "is unique"));
}

// Rays from a centre that moves: the constraint is affine, and time enters.
TEST(ThroughDegeneracy, TheCentreOfTheRaysMayMove) {
    const Path m = through(
        particle("constraint ray: (y - t)*x' = x*(y' - 1); init x = 0.6, y = 0.8, x' = -0.6"), {.until = 3});
    ASSERT_EQ(m.result.end, End::reached) << m.result.reason;
    EXPECT_NEAR(m.final("x"), -1.2, 1e-12);
    EXPECT_NEAR(m.final("y"), 3 - 1.6, 1e-12);
}

// x y' = 1: the velocity grows without bound.
TEST(ThroughDegeneracy, AMotionWithoutBoundEnds) {
    const Path m = through(particle("constraint f: x*y' = 1; init x = 1, x' = -1"), {.until = 3});
    EXPECT_EQ(m.result.end, End::singular);
    EXPECT_NEAR(m.result.t, 1, 1e-12);
}

// The vertex of a cone, of codimension 3: a motion along a generator is straight.
TEST(ThroughDegeneracy, TheVertexOfAConeIsPassedAlongAGenerator) {
    const System system = model(
        "model C { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; constraint f: x*x' + y*y' = z*z'\n"
        "init x = 0.6, y = 0.8, z = 1, x' = -0.6, y' = -0.8, z' = -1 }");
    const Path m = through(system, {.until = 3});
    ASSERT_EQ(m.result.end, End::reached) << m.result.reason;
    EXPECT_NEAR(m.final("x"), -1.2, 1e-12);
    EXPECT_NEAR(m.final("y"), -1.6, 1e-12);
    EXPECT_NEAR(m.final("z"), -2, 1e-12);
    EXPECT_TRUE(says(m, "saddle"));
}

// Each row vanishes at its own time, under a force that does work across the rays; both at once are not led through.
TEST(ThroughDegeneracy, RowsMayVanishOneAfterTheOther) {
    const auto beads = [](const std::string& second) {
        return model(
            "model B { coord x, y, u, w; kinetic (x'^2 + y'^2 + u'^2 + w'^2)/2; potential y + w\n"
            "constraint a: y*x' = x*y'; constraint b: w*u' = u*w'\n"
            "init x = 0.6, y = 0.8, x' = -0.6, u = " +
            second + ", w = 0, u' = -1 }");
    };
    for (const char* second : {"2", "0.7"}) {
        const Path m = through(beads(second), {.until = 3, .every = 0.25});
        ASSERT_EQ(m.result.end, End::reached) << m.result.reason;
        EXPECT_TRUE(says(m, "(x, y) = (0, 0)"));
        EXPECT_TRUE(says(m, "(u, w) = (0, 0)"));
        for (const auto& row : m.rows) {
            const double t = row[0], r = 1 - t - 0.4 * t * t;
            EXPECT_NEAR(row[1], 0.6 * r, 1e-12);
            EXPECT_NEAR(row[2], 0.8 * r, 1e-12);
            EXPECT_NEAR(row[3], std::stod(second) - t, 1e-12);
            EXPECT_NEAR(row[4], 0, 1e-12);
        }
    }
    const double together = (std::sqrt(1 + 1.6) - 1) / 0.8;
    const Path m = through(beads(decimal(together, 17)), {.until = 3});
    EXPECT_EQ(m.result.end, End::singular);
    EXPECT_NEAR(m.result.t, together, 1e-6);
    EXPECT_NE(m.result.reason.find("at once"), std::string::npos) << m.result.reason;
}

// --- what goes along with a motion

TEST(ThroughDegeneracy, EventsAndQuadraturesGoAlong) {
    const System system = cart("1.2", "1.2");
    const Expr theta = system.coordinates[1].symbol;
    const Expr area = system.c().variable("area");
    SimulationOptions options{.until = 6, .quadratures = {{area, theta}}};
    // In the passage, and after it.
    options.events = {{"a", theta - Rational(1571, 1000), 1, false}, {"b", theta - 2, 0, true}};
    const Path m = through(system, options);
    ASSERT_EQ(m.result.end, End::event) << m.result.reason;
    ASSERT_EQ(m.result.events.size(), 2u);
    EXPECT_NEAR(m.result.events[0].t, (1.571 - 1.2) / 0.2, 1e-11);
    EXPECT_NEAR(m.result.t, 4, 1e-11);
    EXPECT_NEAR(m.final("area"), 1.2 * 4 + 0.1 * 16, 1e-11);
}

TEST(ThroughDegeneracy, ReactionsAreNoColumns) {
    const System system = cart("1.2", "1.2");
    const Path m = through(system, {.until = 1});
    EXPECT_EQ(std::ranges::find(m.names, "lambda_front"), m.names.end());
    SimulationOptions options{.until = 1};
    options.more = {{.name = "force", .value = system.multipliers[0]}};
    EXPECT_THROW(through(system, options), Refusal);
}

TEST(ThroughDegeneracy, SaysWhatItIsNotFor) {
    EXPECT_TRUE(not_blown_up(from_gallery("chaplygin-ball")));   // a quaternion
    EXPECT_TRUE(not_blown_up(from_gallery("appell-hamel")));     // nonlinear
    EXPECT_TRUE(not_blown_up(from_gallery("free-top")));         // no constraints
    EXPECT_TRUE(not_blown_up(from_gallery("vakonomic-skate")));  // another law
    EXPECT_FALSE(not_blown_up(from_gallery("beam-on-two-skates")));
}

TEST(ThroughDegeneracy, TheOrdinaryMotionNamesTheWayThrough) {
    const Path m = simulate(cart("1.2", "1.2"), {.until = 6});
    EXPECT_NE(m.result.reason.find("--through-degeneracy"), std::string::npos) << m.result.reason;
}

}  // namespace
}  // namespace anholon
