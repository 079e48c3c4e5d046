#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "study/cell_surface.hpp"

namespace anholon {

// What there is to know of a connected compact surface up to homeomorphism.
struct SurfaceType {
    long euler = 0;  // vertices − edges + cells
    bool is_orientable = true;
    std::size_t boundaries = 0;  // closed curves of its edge

    // χ = 2 − 2g − b, or 2 − g − b if it is not orientable.
    std::size_t genus() const;
    friend auto operator<=>(const SurfaceType&, const SurfaceType&) = default;
};

// A curve on a surface, as the edges of cells that it crosses.
struct CrossedCurve {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    bool is_closed = true;  // it ends at the edge of the surface, or at a point, if not
};

// A surface with the curves across which something changes its sign, and the parts into which they cut it.
struct SurfaceTopology {
    struct Part {
        std::uint32_t component = 0;
        SurfaceType kind;  // of the part with a boundary where it was cut
    };
    std::vector<SurfaceType> components;
    std::vector<std::uint32_t> component_of;  // of a vertex
    std::vector<CrossedCurve> curves;
    std::vector<std::uint32_t> component_of_curve;
    std::vector<Part> parts;
    std::vector<std::uint32_t> part_of;  // of a vertex
    // Cells with an odd number of crossed edges, or with more than two: what changes its sign is no curve there, or the cells are too large.
    std::size_t unclear_cells = 0;
};

using CrossesEdge = std::function<bool(std::uint32_t vertex, std::uint32_t other)>;

// `crosses` is asked once for each edge.
SurfaceTopology topology_of(const CellSurface& surface, const CrossesEdge& crosses = {});

}  // namespace anholon
