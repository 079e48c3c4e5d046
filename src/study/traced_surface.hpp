#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "study/level_set.hpp"
#include "study/surface_topology.hpp"

namespace anholon {

struct Interval {
    double low = 0, high = 0;
};

struct TraceOptions {
    Coordinates first;        // a point near the set, the first start
    std::size_t starts = 64;  // how many more, at random
    std::uint64_t seed = 1;
    std::size_t cells = 12;  // across each variable, in the first attempt
    std::size_t most_simplices = 1'500'000;
    std::vector<std::optional<Interval>> box =
        {};  // of variables on a line; chosen from the points found if not given
    // Functions that vanish together where something degenerates, such as the minors of a matrix; `degenerates` of them.
    std::size_t degenerates = 0;
    std::function<void(const double* x, double* m)> degenerate = {};
};

// A surface {F = 0} followed at finer and finer grids, until its topology is the same twice in a row.
struct TracedSurface {
    struct Attempt {
        std::size_t cells = 0;  // across each variable
        std::size_t polygons = 0;
        std::vector<SurfaceType> components;  // sorted
        std::size_t curves = 0, parts = 0;
        double largest_move = 0;  // of a vertex on its way onto the set, in steps of the grid
        std::size_t unmoved = 0;  // vertices from which Newton's method reached no point of the set nearby
        double alignment = 1;     // the least of the tangent planes at neighbouring vertices
        // Whether the cells are small in comparison with how the surface bends. Where they are not, sheets may have been joined or cut.
        bool is_fine() const { return unmoved == 0 && largest_move <= 0.75 && alignment >= 0.25; }
    };
    std::size_t starts = 0, reached = 0;  // points that were drawn, and those from which the set was reached
    std::size_t missed = 0;               // of the latter: no simplex nearby met the last surface
    std::vector<Interval> box;            // of each variable on a line
    std::vector<Interval> extent;         // of each variable on the surface
    std::vector<Attempt> attempts;
    bool is_decided = false;  // the last two agree, both are fine, and no start was missed
    bool is_too_large = false, is_degenerate = false;  // why no further attempt was made
    CellSurface surface;                               // the last one, its vertices moved onto the set
    SurfaceTopology topology;
    std::vector<Grid> grid;     // of the last attempt: one
    double smallest_slope = 0;  // the smallest singular value of dF at a vertex, in its scales
    Coordinates where_smallest;
    std::vector<Coordinates> singular;             // points of the set at which dF loses rank
    std::vector<std::vector<Coordinates>> curves;  // points on each curve of the topology, one for each edge
    std::vector<Coordinates> degenerate_points;    // where the functions vanish apart from the curves
    bool has_degenerate_cells = false;  // they vanish at all corners of some cell: then no curves are sought
};

// Throws TimeIsUp and Cancelled.
TracedSurface traced(const LevelSet& set, const TraceOptions& options);

}  // namespace anholon
