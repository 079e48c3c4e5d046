#include "study/surface_topology.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace anholon {
namespace {

// A grid of columns × rows vertices with opposite sides glued; `flip` turns the last column around.
CellSurface glued(std::uint32_t columns, std::uint32_t rows, bool flip) {
    CellSurface out;
    out.n = 1;
    out.points.resize(columns * rows);
    const auto vertex = [&](std::uint32_t x, std::uint32_t y) {
        if (x == columns) y = flip ? (rows - y) % rows : y;
        return (x % columns) * rows + y % rows;
    };
    for (std::uint32_t x = 0; x < columns; ++x)
        for (std::uint32_t y = 0; y < rows; ++y) {
            for (const std::uint32_t corner :
                 {vertex(x, y), vertex(x + 1, y), vertex(x + 1, y + 1), vertex(x, y + 1)})
                out.corners.push_back(corner);
            out.ends.push_back(static_cast<std::uint32_t>(out.corners.size()));
        }
    return out;
}

CellSurface of_triangles(std::size_t vertices, const std::vector<std::array<std::uint32_t, 3>>& triangles) {
    CellSurface out;
    out.n = 1;
    out.points.resize(vertices);
    for (const auto& t : triangles) {
        out.corners.insert(out.corners.end(), t.begin(), t.end());
        out.ends.push_back(static_cast<std::uint32_t>(out.corners.size()));
    }
    return out;
}

TEST(SurfaceTopology, ATorusAndAKleinBottle) {
    const SurfaceTopology torus = topology_of(glued(6, 5, false)), bottle = topology_of(glued(6, 5, true));
    ASSERT_EQ(torus.components.size(), 1U);
    ASSERT_EQ(bottle.components.size(), 1U);
    EXPECT_EQ(torus.components[0], (SurfaceType{0, true, 0}));
    EXPECT_EQ(bottle.components[0], (SurfaceType{0, false, 0}));
    EXPECT_EQ(torus.components[0].genus(), 1U);
    EXPECT_EQ(bottle.components[0].genus(), 2U);
}

TEST(SurfaceTopology, TheProjectivePlaneOfSixVertices) {
    const SurfaceTopology found = topology_of(of_triangles(6, {{0, 1, 2},
                                                               {0, 2, 3},
                                                               {0, 3, 4},
                                                               {0, 4, 5},
                                                               {0, 5, 1},
                                                               {1, 2, 4},
                                                               {2, 3, 5},
                                                               {3, 4, 1},
                                                               {4, 5, 2},
                                                               {5, 1, 3}}));
    ASSERT_EQ(found.components.size(), 1U);
    EXPECT_EQ(found.components[0], (SurfaceType{1, false, 0}));
    EXPECT_EQ(found.components[0].genus(), 1U);
}

TEST(SurfaceTopology, ATetrahedronWithoutAFaceIsADisc) {
    const SurfaceTopology found = topology_of(of_triangles(4, {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}}));
    EXPECT_EQ(found.components[0], (SurfaceType{1, true, 1}));
    EXPECT_EQ(found.components[0].genus(), 0U);
}

// Between columns 0 and 1, and between 3 and 4.
CrossesEdge between_columns(std::uint32_t rows, std::vector<std::uint32_t> columns) {
    return [rows, columns](std::uint32_t a, std::uint32_t b) {
        const std::uint32_t x = std::min(a, b) / rows, y = std::max(a, b) / rows;
        return y == x + 1 && std::ranges::find(columns, x) != columns.end();
    };
}

TEST(SurfaceTopology, CurvesCutATorusIntoAnnuli) {
    const SurfaceTopology found = topology_of(glued(6, 5, false), between_columns(5, {0, 3}));
    ASSERT_EQ(found.curves.size(), 2U);
    EXPECT_TRUE(found.curves[0].is_closed);
    EXPECT_EQ(found.curves[0].edges.size(), 5U);
    ASSERT_EQ(found.parts.size(), 2U);
    for (const SurfaceTopology::Part& part : found.parts) {
        EXPECT_EQ(part.kind, (SurfaceType{0, true, 2}));
        EXPECT_EQ(part.kind.genus(), 0U);
    }
    EXPECT_EQ(found.unclear_cells, 0U);
}

// The bottle is not orientable, the annulus that remains of it is.
TEST(SurfaceTopology, ACurveAcrossAKleinBottleLeavesAnAnnulus) {
    const SurfaceTopology found = topology_of(glued(6, 5, true), between_columns(5, {2}));
    ASSERT_EQ(found.parts.size(), 1U);
    EXPECT_EQ(found.parts[0].kind, (SurfaceType{0, true, 2}));
}

// An odd number of crossed edges around a cell is no curve.
TEST(SurfaceTopology, ASingleCrossedEdgeIsUnclear) {
    const SurfaceTopology found =
        topology_of(glued(6, 5, false), [](std::uint32_t a, std::uint32_t b) { return a == 0 && b == 1; });
    EXPECT_EQ(found.unclear_cells, 2U);
    ASSERT_EQ(found.curves.size(), 1U);
    EXPECT_FALSE(found.curves[0].is_closed);
}

}  // namespace
}  // namespace anholon
