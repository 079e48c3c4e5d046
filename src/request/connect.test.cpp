#include "request/connect.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "model/read_model.test.hpp"
#include "report/connect.hpp"

namespace anholon::request {
namespace {

constexpr double pi = std::numbers::pi;

// Geodesics of the Heisenberg group: circles in the plane of x and y, z being the area that they sweep.
constexpr const char* heisenberg =
    "model Heisenberg { coord x, y, z; kinetic (x'^2 + y'^2)/2\n"
    "  constraint area: z' = (x*y' - y*x')/2; motion vakonomic; init x' = 1, lambda = 1 }";

Connections connected(const System& system, std::vector<std::string> to, const char* starts = "12",
                      const char* time = "1") {
    return answer(Connect{.to = std::move(to), .time = time, .starts = starts}, system, 30);
}

std::string at(const std::string& name, double value) {
    char text[64];
    std::snprintf(text, sizeof text, "=%.17g", value);
    return name + text;
}

double length(const Connections& c, const Extremal& e) { return std::sqrt(2 * e.action * c.time); }

std::string code_of(const System& system, std::vector<std::string> to) {
    try {
        connected(system, std::move(to), "2");
    } catch (const Refusal& refusal) {
        return refusal.diagnostics.all().front().code;
    }
    return "";
}

// The arc over the chord 1 that encloses the area A with it, of the angle 2α: A = (2α − sin 2α)/(8 sin²α), its length α/sin α.
double arc(double area) {
    double low = 1e-9, high = pi - 1e-9;
    for (int round = 0; round < 200; ++round) {
        const double a = (low + high) / 2;
        ((2 * a - std::sin(2 * a)) / (8 * std::pow(std::sin(a), 2)) < area ? low : high) = a;
    }
    return low / std::sin(low);
}

TEST(Connect, HeisenbergGeodesicsAreArcs) {
    const System system = model(heisenberg);
    const Connections found = connected(system, {"x=1", "y=0", "z=0.3"});
    ASSERT_FALSE(found.found.extremals.empty());
    const Extremal& shortest = found.found.extremals.front();
    EXPECT_NEAR(length(found, shortest), arc(0.3), 1e-9);
    EXPECT_TRUE(shortest.conjugates.empty());
    EXPECT_EQ(shortest.reach, 3u);
    EXPECT_TRUE(found.is_geodesic);
}

// λ = 1 is the curvature: the circle closes at 2π, and there is the first conjugate point; the next is where tan(t/2) = t/2.
TEST(Connect, TheFirstConjugatePointOfHeisenbergIsTheFullCircle) {
    const System system = model(heisenberg);
    const double t = 10;
    // λ > 0 turns to the right: z falls.
    const Connections found = connected(
        system, {at("x", std::sin(t)), at("y", std::cos(t) - 1), at("z", -(t - std::sin(t)) / 2)}, "1", "10");
    ASSERT_EQ(found.found.extremals.size(), 1u);
    const Extremal& circle = found.found.extremals.front();
    EXPECT_NEAR(circle.action, 5, 1e-9);
    ASSERT_EQ(circle.conjugates.size(), 2u);
    EXPECT_NEAR(circle.conjugates[0].t, 2 * pi, 1e-6);
    EXPECT_NEAR(circle.conjugates[1].t, 8.986818915818126, 1e-6);
}

TEST(Connect, CirclesThatCloseAreAFamily) {
    const System system = model(heisenberg);
    const Connections found = connected(system, {"x=0", "y=0", "z=1"});
    ASSERT_FALSE(found.found.extremals.empty());
    EXPECT_NEAR(length(found, found.found.extremals.front()), std::sqrt(4 * pi), 1e-8);
    EXPECT_TRUE(found.found.extremals.front().end_is_conjugate);
    EXPECT_TRUE(found.found.extremals.front().is_of_family);
}

// The number is from a Runge–Kutta shooting of Pontryagin's equations on SE(2), written apart from this program.
TEST(Connect, TheSkatesShortestPathIsAnElastica) {
    const char* text =
        "model Skate { coord x, y, phi; kinetic (x'^2 + y'^2 + phi'^2)/2\n"
        "  constraint blade: x'*sin(phi) - y'*cos(phi) = 0; motion vakonomic; init x' = 1 }";
    const System skate = model(text);
    const Connections found = connected(skate, {"x=1", "y=0.5", "phi=0"});
    ASSERT_FALSE(found.found.extremals.empty());
    EXPECT_NEAR(found.found.extremals.front().action, 1.640241012827, 1e-9);
    EXPECT_TRUE(found.found.extremals.front().conjugates.empty());
    // With the heading free at the end the way is shorter, and its momentum vanishes there.
    const Connections free = connected(skate, {"x=1", "y=0.5"});
    ASSERT_FALSE(free.found.extremals.empty());
    EXPECT_LT(free.found.extremals.front().action, 1.6402);
    EXPECT_NEAR(free.found.extremals.front().end[5], 0, 1e-8);
}

// Of the ways to a line the free end chooses the shortest, so that those to its neighbours on the line are longer on both sides.
TEST(Connect, AFreeEndIsWhereTheActionIsLeast) {
    const System system = model(heisenberg);
    const Connections free = connected(system, {"y=1", "z=0.3"});
    ASSERT_FALSE(free.found.extremals.empty());
    const Extremal& best = free.found.extremals.front();
    for (const double beside : {-0.01, 0.01}) {
        const Connections there = connected(system, {at("x", best.end[0] + beside), "y=1", "z=0.3"});
        ASSERT_FALSE(there.found.extremals.empty());
        EXPECT_GT(there.found.extremals.front().action, best.action);
        EXPECT_NEAR(there.found.extremals.front().action, best.action, 1e-3);
    }
}

// Great circles: the antipode is the conjugate point.
TEST(Connect, WithoutConstraintsTheyAreGeodesicsOfSurfaces) {
    const System sphere =
        model("model A { coord a, b; kinetic (a'^2 + cos(a)^2*b'^2)/2; init a = 0, b = 0, b' = 1 }");
    const Connections found = connected(sphere, {"a=0", "b=4"}, "1", "4");
    ASSERT_EQ(found.found.extremals.size(), 1u);
    EXPECT_NEAR(length(found, found.found.extremals[0]), 4, 1e-9);
    ASSERT_EQ(found.found.extremals[0].conjugates.size(), 1u);
    EXPECT_NEAR(found.found.extremals[0].conjugates[0].t, pi, 1e-6);
}

constexpr const char* oscillator =
    "model Osc { coord x; kinetic x'^2/2; potential x^2/2; init x = 0, x' = 1 }";

// One of them lies shortly before the end.
TEST(Connect, TheConjugatePointsOfAnOscillatorAreHalfPeriods) {
    const System system = model(oscillator);
    for (const auto& [time, number] : {std::pair{"3.1446", 1u}, {"3.1386", 0u}, {"1200", 381u}}) {
        const Connections found = connected(system, {"x=1"}, "1", time);
        ASSERT_EQ(found.found.extremals.size(), 1u);
        const Extremal& e = found.found.extremals[0];
        EXPECT_FALSE(e.end_is_conjugate);
        ASSERT_EQ(e.conjugates.size(), number) << time;
        for (std::size_t k = 0; k < number; ++k)
            EXPECT_NEAR(e.conjugates[k].t, static_cast<double>(k + 1) * pi, 1e-6);
    }
    const Connections whole = connected(system, {"x=0"}, "1", "3.14159265358979");
    ASSERT_EQ(whole.found.extremals.size(), 1u);
    EXPECT_TRUE(whole.found.extremals[0].end_is_conjugate);
    EXPECT_TRUE(whole.found.extremals[0].conjugates.empty());
}

// Its Jacobi field is e^−t sin t: small at the end, and no zero.
TEST(Connect, AFieldThatDecaysDoesNotMakeTheEndConjugate) {
    const System system = model("model A { coord x; lagrangian exp(2*t)*(x'^2 - 2*x^2)/2; init x' = 1 }");
    const Connections found = connected(system, {"x=1e-6"}, "1", "17");
    ASSERT_EQ(found.found.extremals.size(), 1u);
    EXPECT_FALSE(found.found.extremals[0].end_is_conjugate);
    EXPECT_EQ(found.found.extremals[0].conjugates.size(), 5u);
}

// x'' = x^3 from rest at 1 is infinite before 3.
TEST(Connect, WhereNothingArrivesThereIsNoDistance) {
    const System system = model("model A { coord x; kinetic x'^2/2; potential -x^4/4; init x = 1 }");
    const Connections found = connected(system, {"x=2"}, "1", "3");
    EXPECT_TRUE(found.found.extremals.empty());
    EXPECT_FALSE(std::isfinite(found.found.nearest));
    EXPECT_NE(as_text("A", found, 80).find("no motion lasted until the end"), std::string::npos);
}

TEST(Connect, AnActionBelowZeroHasNoLength) {
    const System system = model("model A { coord x, y; kinetic (x'^2 - y'^2)/2; init x' = 1, y' = 1 }");
    const Connections found = connected(system, {"x=1", "y=2"}, "1");
    ASSERT_EQ(found.found.extremals.size(), 1u);
    EXPECT_NEAR(found.found.extremals[0].action, -1.5, 1e-9);
    EXPECT_EQ(as_text("A", found, 80).find("length"), std::string::npos);
}

TEST(Connect, AStartTakesNoMoreThanItsSteps) {
    const System system = model("model A { coord x; kinetic x'^2/2; potential x^4/4; init x' = 1 }");
    const Connections found = connected(system, {"x=50"}, "1", "20000");
    EXPECT_TRUE(found.found.extremals.empty());
    EXPECT_NE(found.found.lost.find("given up"), std::string::npos) << found.found.lost;
}

TEST(Connect, WhatCannotBeConnectedIsRefused) {
    const System integrable = model(
        "model A { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; constraint s: z' = y*x' + x*y'; motion "
        "vakonomic }");
    EXPECT_EQ(code_of(integrable, {"x=1", "y=1", "z=2"}), "connect-unreachable");
    EXPECT_EQ(code_of(integrable, {"x=1", "y=1", "z=1"}), "");
    EXPECT_EQ(code_of(integrable, {"x=1", "y=1"}), "");
    EXPECT_EQ(code_of(integrable, {}), "connect-no-end");
    EXPECT_EQ(code_of(integrable, {"x=1", "x=2"}), "connect-twice");
    EXPECT_EQ(code_of(integrable, {"x'=1"}), "connect-not-coordinate");
    EXPECT_EQ(code_of(model(gallery_text("chaplygin-sleigh")), {"x=1"}), "connect-not-extremal");
    EXPECT_EQ(code_of(model("model A { coord x; kinetic x'^2/2; dissipation x'^2 }"), {"x=1"}),
              "connect-not-extremal");
    const System circle =
        model("model A { coord x, y; kinetic (x'^2 + y'^2)/2; constraint x^2 + y^2 = 1; init x = 1 }");
    EXPECT_EQ(code_of(circle, {"x=1", "y=1"}), "connect-off-constraint");
    EXPECT_EQ(code_of(circle, {"x=0"}), "connect-end-open");
    EXPECT_EQ(code_of(circle, {"x=0", "y=1"}), "");
}

}  // namespace
}  // namespace anholon::request
