#pragma once

#include <span>
#include <vector>

#include "report/heat_map.hpp"

namespace anholon {

// How many numbers lie in intervals of equal width, as many as Freedman and Diaconis' rule asks for.
struct Histogram {
    double low = 0, width = 1;
    std::vector<std::size_t> counts;
};
Histogram histogram(std::span<const double> sorted);

// How many points lie in the cells of a fine grid, in powers of ten: a picture of so many points that dots would hide each other.
HeatMap density(std::span<const double> x, std::span<const double> y);

}  // namespace anholon
