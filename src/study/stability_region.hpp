#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "study/symbolic_stability.hpp"

namespace anholon {

// What the linear equations say at a point: the roots of the characteristic polynomial.
enum class StabilityRegime {
    stable,      // all conditions hold
    divergence,  // a real root is positive
    flutter,     // the real part of a complex pair is positive
    both,
    open,     // neither: roots on the imaginary axis, or a family's zeros that no family explains
    missing,  // the standstill has no value there
};
std::string_view name(StabilityRegime regime);

struct RegionAxis {
    Expr letter;
    double low, high;
    std::size_t count;
    double at(std::size_t k) const;  // low and high are the first and the last
};

// A piece of a curve on which a condition changes its sign, between places of the grid.
struct BoundaryPiece {
    std::size_t condition;  // its place among the judged ones
    std::array<double, 2> from, to;
};

struct StabilityRegion {
    SymbolicStability conditions;
    RegionAxis x, y;
    std::vector<StabilityRegime> regimes;   // row by row, from the lowest y on
    std::vector<BoundaryPiece> boundaries;  // of the region where it is stable
};

// On a grid of two letters, the others at their values.
StabilityRegion stability_region(SymbolicStability conditions, const RegionAxis& x, const RegionAxis& y);

}  // namespace anholon
