#include "study/traced_surface.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace anholon {
namespace {

using Values = std::function<void(const double* x, double* F)>;

// With slopes by differences.
LevelSet level_set(std::size_t n, std::size_t k, const Values& values, std::vector<double> periods = {}) {
    periods.resize(n);
    LevelSet out{.n = n, .k = k, .periods = std::move(periods), .values = values, .slopes = {}};
    out.slopes = [=](const double* x, double* J) {
        constexpr double step = 1e-6;
        std::vector<double> at(x, x + n), high(k), low(k);
        for (std::size_t i = 0; i < n; ++i) {
            at[i] = x[i] + step;
            values(at.data(), high.data());
            at[i] = x[i] - step;
            values(at.data(), low.data());
            at[i] = x[i];
            for (std::size_t a = 0; a < k; ++a) J[a * n + i] = (high[a] - low[a]) / (2 * step);
        }
    };
    return out;
}

TraceOptions from(Coordinates first) {
    TraceOptions out;
    out.first = std::move(first);
    return out;
}

double square(double x) { return x * x; }

TEST(TracedSurface, AQuadricIsASphere) {
    const LevelSet set = level_set(3, 1, [](const double* x, double* F) {
        F[0] = square(x[0]) + 4 * square(x[1]) + 9 * square(x[2]) - 1;
    });
    const TracedSurface found = traced(set, from({1, 0, 0}));
    EXPECT_TRUE(found.is_decided);
    ASSERT_EQ(found.topology.components.size(), 1U);
    EXPECT_EQ(found.topology.components[0], (SurfaceType{2, true, 0}));
    EXPECT_TRUE(found.singular.empty());
    for (std::size_t v = 0; v < found.surface.vertices(); ++v) {
        double F = 0;
        set.values(found.surface.point(v).data(), &F);
        EXPECT_LT(std::fabs(F), 1e-10);
    }
    EXPECT_NEAR(found.extent[0].high, 1, 0.01);
    EXPECT_NEAR(found.extent[2].low, -1.0 / 3, 0.01);
}

// Two copies of a disc with two holes, glued along their edges: z² = f(x, y), which is positive there.
TEST(TracedSurface, TheDoubleOfADiscWithTwoHolesIsOfGenusTwo) {
    const TracedSurface found =
        traced(level_set(3, 1,
                         [](const double* x, double* F) {
                             const double disc = 4 - square(x[0]) - square(x[1]),
                                          left = square(x[0] + 1) + square(x[1]) - 0.25,
                                          right = square(x[0] - 1) + square(x[1]) - 0.25;
                             F[0] = square(x[2]) - disc * left * right;
                         }),
               from({0, 0, 1.5}));
    EXPECT_TRUE(found.is_decided);
    ASSERT_EQ(found.topology.components.size(), 1U);
    EXPECT_EQ(found.topology.components[0], (SurfaceType{-2, true, 0}));
    EXPECT_EQ(found.topology.components[0].genus(), 2U);
}

TEST(TracedSurface, TwoEnergiesGiveATorus) {
    const TracedSurface found = traced(level_set(4, 2,
                                                 [](const double* x, double* F) {
                                                     F[0] = square(x[0]) + square(x[1]) - 1;
                                                     F[1] = square(x[2]) + 4 * square(x[3]) - 2;
                                                 }),
                                       from({1, 0, 1, 0}));
    EXPECT_TRUE(found.is_decided);
    ASSERT_EQ(found.topology.components.size(), 1U);
    EXPECT_EQ(found.topology.components[0], (SurfaceType{0, true, 0}));
}

// p² − cos θ = 0 has one oval on the circle, p² − cos 2θ = 0 two.
TEST(TracedSurface, ComponentsOnACircle) {
    const auto components = [](double turns) {
        const TracedSurface found =
            traced(level_set(3, 1,
                             [turns](const double* x, double* F) {
                                 F[0] = square(x[0]) + square(x[2]) - std::cos(turns * x[1]);
                             },
                             {0, 2 * std::numbers::pi, 0}),
                   from({1, 0, 0}));
        EXPECT_TRUE(found.is_decided);
        return found.topology.components;
    };
    EXPECT_EQ(components(1), (std::vector{SurfaceType{2, true, 0}}));
    EXPECT_EQ(components(2), (std::vector{SurfaceType{2, true, 0}, SurfaceType{2, true, 0}}));
}

// Above the saddle p² + s² − cos θ = 2 there is a torus.
TEST(TracedSurface, AboveTheSaddleTheSurfaceClosesAroundTheCircle) {
    const TracedSurface found = traced(
        level_set(3, 1,
                  [](const double* x, double* F) { F[0] = square(x[0]) + square(x[2]) - std::cos(x[1]) - 2; },
                  {0, 2 * std::numbers::pi, 0}),
        from({1, 0, 0}));
    EXPECT_TRUE(found.is_decided);
    EXPECT_EQ(found.topology.components, (std::vector{SurfaceType{0, true, 0}}));
}

TEST(TracedSurface, TheApexOfAConeIsFoundAndNothingIsClaimed) {
    const TracedSurface found = traced(level_set(3, 1,
                                                 [](const double* x, double* F) {
                                                     F[0] = square(x[0]) + square(x[1]) - square(x[2] - 0.3);
                                                 }),
                                       from({1, 0, 1.3}));
    EXPECT_FALSE(found.is_decided);
    ASSERT_EQ(found.singular.size(), 1U);
    EXPECT_NEAR(found.singular[0][0], 0, 1e-6);
    EXPECT_NEAR(found.singular[0][2], 0.3, 1e-6);
}

TEST(TracedSurface, ACylinderLeavesTheBox) {
    const TracedSurface found =
        traced(level_set(3, 1, [](const double* x, double* F) { F[0] = square(x[0]) + square(x[1]) - 1; }),
               from({1, 0, 0}));
    EXPECT_TRUE(found.surface.leaves_box);
    ASSERT_EQ(found.topology.components.size(), 1U);
    EXPECT_EQ(found.topology.components[0], (SurfaceType{0, true, 2}));
}

// Around a lemniscate the genus is 2; the first grids close its holes, and agree on a sphere.
TEST(TracedSurface, SheetsCloserThanTheCellsAreNotDecided) {
    TraceOptions options = from({1, 0, 0.1});
    options.most_simplices = 40000;
    const TracedSurface found = traced(level_set(3, 1,
                                                 [](const double* x, double* F) {
                                                     const double g =
                                                         square(x[0]) * (1 - square(x[0])) - square(x[1]);
                                                     F[0] = square(g) + square(x[2]) - 0.01;
                                                 }),
                                       options);
    EXPECT_FALSE(found.is_decided);
    ASSERT_GE(found.attempts.size(), 2U);
    EXPECT_EQ(found.attempts[0].components, (std::vector{SurfaceType{2, true, 0}}));
    EXPECT_FALSE(found.attempts[0].is_fine());
    EXPECT_FALSE(found.attempts[1].is_fine());
}

// A small sphere between the corners of a grid is not forgotten where a start has reached it.
TEST(TracedSurface, ASmallComponentIsFoundOrNothingIsDecided) {
    TraceOptions options = from({0.003, 0.7, 0});
    options.cells = 6;
    options.most_simplices = 30000;
    const TracedSurface found =
        traced(level_set(3, 1,
                         [](const double* x, double* F) {
                             const double large = square(x[0]) + square(x[1]) + square(x[2]) - 1,
                                          small = square(x[0]) + square(x[1] - 0.7) + square(x[2]) - 9e-6;
                             F[0] = large * small;
                         }),
               options);
    EXPECT_TRUE(!found.is_decided || found.topology.components.size() == 2);
    EXPECT_TRUE(found.missed > 0 || found.topology.components.size() == 2);
}

// 003 (4.6), (4.10) with m = 2, ρ = 1: by hand χ = −8, four circles, two tori with four holes.
TEST(TracedSurface, TheCartOnTwoSkatesIsOfGenusFive) {
    constexpr double b1 = 0.7, b2 = 0.4, turn = 2 * std::numbers::pi;
    TraceOptions options = from({0.1, 0.5, 0.1, 0.3, -0.2});
    options.cells = 10;
    options.starts = 16;
    options.degenerates = 3;
    options.degenerate = [=](const double* x, double* m) {
        const double r[3] = {std::cos(x[3]), std::sin(x[3]), -b1 * std::cos(x[3])},
                     s[3] = {std::cos(x[4]), std::sin(x[4]), b2 * std::cos(x[4])};
        for (int i = 0; i < 3; ++i) m[i] = r[i] * s[(i + 1) % 3] - r[(i + 1) % 3] * s[i];
    };
    const TracedSurface found =
        traced(level_set(5, 3,
                         [=](const double* x, double* F) {
                             F[0] = (x[0] - b1 * x[2]) * std::cos(x[3]) + x[1] * std::sin(x[3]);
                             F[1] = (x[0] + b2 * x[2]) * std::cos(x[4]) + x[1] * std::sin(x[4]);
                             F[2] = square(x[0]) + square(x[1] + 0.1 * x[2]) + square(x[2]) - 1;
                         },
                         {0, 0, 0, turn, turn}),
               options);
    EXPECT_TRUE(found.is_decided);
    EXPECT_EQ(found.topology.components, (std::vector{SurfaceType{-8, true, 0}}));
    EXPECT_EQ(found.curves.size(), 4U);
    for (const auto& curve : found.curves)
        for (const Coordinates& x : curve) {
            EXPECT_NEAR(std::cos(x[3]), 0, 1e-6);
            EXPECT_NEAR(std::cos(x[4]), 0, 1e-6);
            EXPECT_NEAR(x[1], 0, 1e-6);
        }
    ASSERT_EQ(found.topology.parts.size(), 2U);
    for (const SurfaceTopology::Part& part : found.topology.parts)
        EXPECT_EQ(part.kind, (SurfaceType{-4, true, 4}));
    EXPECT_TRUE(found.singular.empty());
    EXPECT_TRUE(found.degenerate_points.empty());
}

// x·z = 0 and y² + z² + w² = 1: on the sheet x = 0 the function x vanishes everywhere, and no curve is claimed there.
TEST(TracedSurface, AFunctionThatVanishesOnASheetGivesNoCurves) {
    TraceOptions options = from({1, 1, 0, 0});
    options.box = {Interval{-1, 1}, {}, {}, {}};
    options.degenerates = 1;
    options.degenerate = [](const double* x, double* m) { m[0] = x[0]; };
    const TracedSurface found = traced(level_set(4, 2,
                                                 [](const double* x, double* F) {
                                                     F[0] = x[0] * x[2];
                                                     F[1] = square(x[1]) + square(x[2]) + square(x[3]) - 1;
                                                 }),
                                       options);
    EXPECT_TRUE(found.has_degenerate_cells);
    EXPECT_TRUE(found.curves.empty());
    EXPECT_TRUE(found.degenerate_points.empty());
    EXPECT_FALSE(found.singular.empty());
}

// The points are known with half of the digits only, which makes one point of the set seem to be many.
TEST(TracedSurface, ASetOfOnePointHasOneSingularPoint) {
    const TracedSurface found = traced(
        level_set(
            3, 1,
            [](const double* x, double* F) { F[0] = 2 - std::cos(x[0]) - std::cos(x[1]) + square(x[2]); },
            {2 * std::numbers::pi, 2 * std::numbers::pi, 0}),
        from({0, 0, 0.5}));
    EXPECT_FALSE(found.is_decided);
    EXPECT_EQ(found.singular.size(), 1U);
}

// m = (x, y) on the sphere vanishes at its poles and nowhere changes its sign along a curve.
TEST(TracedSurface, DegeneratePointsApartFromCurves) {
    TraceOptions options = from({1, 0, 0});
    options.degenerates = 2;
    options.degenerate = [](const double* x, double* m) {
        m[0] = x[0];
        m[1] = x[1];
    };
    const TracedSurface found = traced(
        level_set(3, 1,
                  [](const double* x, double* F) { F[0] = square(x[0]) + square(x[1]) + square(x[2]) - 1; }),
        options);
    EXPECT_TRUE(found.curves.empty());
    ASSERT_EQ(found.degenerate_points.size(), 2U);
    for (const Coordinates& x : found.degenerate_points) EXPECT_NEAR(std::fabs(x[2]), 1, 1e-6);
}

}  // namespace
}  // namespace anholon
