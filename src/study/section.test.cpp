#include "study/section.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "model/read_model.test.hpp"

namespace anholon {
namespace {

const char* const plane =
    "model Plane { coord x, y; kinetic (x'^2 + y'^2)/2; potential (x^2 + 2*y^2)/2; init x = 0.3, y = 0.5, x' "
    "= 0.2 }";

// Two oscillators: the times and the states at which x passes 0 are known.
TEST(Section, OfAnOscillatorIsKnown) {
    const System system = model(plane);
    const Flow flow(system, {});
    const std::vector<Expr>& x = flow.equations().state;
    const auto orbits =
        section(flow, {{flow.start(), flow.parameters()}},
                {.function = x[0], .direction = 1, .count = 50, .columns = {x[0], x[1], x[2]}});
    ASSERT_EQ(orbits.size(), 1u);
    ASSERT_EQ(orbits[0].points.size(), 50u);
    const double phase = std::atan2(0.3, 0.2), amplitude = std::hypot(0.3, 0.2);
    for (std::size_t k = 0; k < 50; ++k) {
        const double t = 2 * std::numbers::pi * static_cast<double>(k + 1) - phase;
        const SectionPoint& point = orbits[0].points[k];
        EXPECT_NEAR(point.t, t, 1e-11);
        EXPECT_NEAR(point.columns[0], 0, 1e-14);
        EXPECT_NEAR(point.columns[1], 0.5 * std::cos(std::sqrt(2) * t), 1e-11);
        EXPECT_NEAR(point.columns[2], amplitude, 1e-12);
    }
    EXPECT_LT(orbits[0].drift, 1e-11);  // 500 steps at a tolerance of 1e-12
    EXPECT_TRUE(orbits[0].ended.empty());
}

// From rest at the height 0: the energy is a rounding error.
TEST(Section, DriftsLittleWhereTheEnergyIsZero) {
    const System system =
        model("model Pendulum { coord a; kinetic a'^2/2; potential -9.81*cos(a); init a = pi/2 }");
    const Flow flow(system, {});
    const Expr a = flow.equations().state[0];
    const auto orbit =
        section(flow, {{flow.start(), flow.parameters()}}, {.function = a, .count = 10, .columns = {a}})[0];
    ASSERT_EQ(orbit.points.size(), 10u);
    EXPECT_LT(orbit.drift, 1e-11);
}

TEST(Section, GoesBackwardAndDown) {
    const System system = model(plane);
    const Flow flow(system, {});
    const Expr x = flow.equations().state[0];
    const auto orbit =
        section(flow, {{flow.start(), flow.parameters()}},
                {.function = x, .direction = -1, .count = 3, .until = -100, .columns = {x}})[0];
    ASSERT_EQ(orbit.points.size(), 3u);
    // Downward in time is upward as the steps go: x = A sin(t + phase).
    EXPECT_NEAR(orbit.points[0].t, -std::numbers::pi - std::atan2(0.3, 0.2), 1e-11);
}

TEST(Section, AtMultiplesOfATime) {
    const System system =
        model("model Driven { coord x; kinetic x'^2/2; force on x: cos(2*t) - x; init x = -1/3 }");
    const Flow flow(system, {});
    EXPECT_FALSE(flow.is_autonomous());
    const Expr x = flow.equations().state[0];
    const auto orbit = section(flow, {{flow.start(), flow.parameters()}},
                               {.every = std::numbers::pi, .count = 20, .columns = {x}})[0];
    ASSERT_EQ(orbit.points.size(), 20u);
    for (const SectionPoint& point : orbit.points)
        EXPECT_NEAR(point.columns[0], -1.0 / 3, 1e-11);  // periodic
}

TEST(Section, DoesNotDependOnTheNumberOfThreads) {
    const System system = model(plane);
    const Flow flow(system, {});
    const std::vector<Expr>& x = flow.equations().state;
    std::vector<SectionStart> starts;
    for (int k = 0; k < 7; ++k) {
        starts.push_back({flow.start(), flow.parameters()});
        starts.back().x[1] = 0.1 * k;
    }
    SectionOptions options{.function = x[0], .count = 20, .columns = {x[1], x[3]}};
    options.side_by_side.threads = 1;
    const auto one = section(flow, starts, options);
    options.side_by_side.threads = 3;
    const auto three = section(flow, starts, options);
    for (std::size_t k = 0; k < starts.size(); ++k)
        for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(one[k].points[i].columns, three[k].points[i].columns);
}

TEST(LevelPoints, MeetTheirDemands) {
    const System system = model(plane);
    const Flow flow(system, {});
    const std::vector<Expr>& x = flow.equations().state;
    LevelPoints levels(flow, {{flow.integrals().at(0).function, 2, "energy=2"}, {x[0], 0.25, "x=0.25"}});
    const auto found = levels.near(flow.start(), flow.parameters());
    ASSERT_TRUE(found);
    EXPECT_NEAR((*found)[0], 0.25, 1e-14);
    const auto& v = *found;
    EXPECT_NEAR((v[2] * v[2] + v[3] * v[3] + v[0] * v[0] + 2 * v[1] * v[1]) / 2, 2, 1e-12);
    levels.set(0, -1);
    EXPECT_FALSE(levels.near(flow.start(), flow.parameters()));
    EXPECT_NE(levels.missed().find("energy=2"), std::string::npos) << levels.missed();
}

}  // namespace
}  // namespace anholon
