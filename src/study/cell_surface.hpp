#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "study/freudenthal.hpp"
#include "study/level_set.hpp"

namespace anholon {

// A grid of R^a × T^b: x_i = origin_i + step_i y_i, y whole numbers. On a circle `counts` steps make up the period; on a line y lies between
// low and high.
struct Grid {
    std::vector<double> origin, step;
    std::vector<std::int16_t> counts, low, high;  // counts: 0 for a line
};

// A surface of polygons. Each has at least three corners, in the order of its edge.
struct CellSurface {
    std::size_t n = 0;
    std::vector<double> points;                // n numbers for each vertex
    std::vector<std::uint32_t> corners, ends;  // of cell c: corners from ends[c − 1], or 0, to ends[c]
    bool leaves_box = false, meets_no_value = false;  // why some edges have a cell on one side only

    std::size_t vertices() const { return n == 0 ? 0 : points.size() / n; }
    std::size_t cells() const { return ends.size(); }
    std::span<const std::uint32_t> cell(std::size_t c) const {
        const std::size_t begin = c == 0 ? 0 : ends[c - 1];
        return std::span(corners).subspan(begin, ends[c] - begin);
    }
    std::span<const double> point(std::size_t v) const { return std::span(points).subspan(v * n, n); }
    std::span<double> point(std::size_t v) { return std::span(points).subspan(v * n, n); }
};

struct CellSurfaceFailed {
    enum class Why {
        degenerate,  // the set meets a face of the grid that it should miss: another grid is needed
        too_large,   // there are more simplices than are allowed
    } why;
};

// The zeros of the function that is affine on each simplex of Freudenthal's triangulation and equals F at its corners: a closed surface but
// for the edge of the box. It is followed from the points `starts` of the set, through every simplex that it meets.
//                                                                                Allgower, Schmidt 1985; Allgower, Georg 1990, §15
class CellSurfaceWalk {
  public:
    CellSurfaceWalk(const LevelSet& set, Grid grid, std::size_t most_simplices);
    ~CellSurfaceWalk();

    enum class Followed {
        yes,
        not_met,      // no simplex near the point meets the surface
        outside_box,  // the point lies at its edge or beyond
    };
    // Throws CellSurfaceFailed.
    Followed follow(std::span<const double> start);
    const CellSurface& surface() const;

  private:
    struct Work;
    std::unique_ptr<Work> work_;
};

}  // namespace anholon
