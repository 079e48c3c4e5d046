#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/canvas.hpp"

namespace anholon {

// Numbers on a grid as colours, with a scale beside them. Cells without a number have a colour that says why.
struct HeatMap {
    std::string title, x_label, y_label, z_label;
    double x_low, x_high, y_low, y_high;
    std::size_t columns;
    std::vector<double> values;    // row by row, from the lowest on
    std::vector<int> reasons;      // 0: there is a number; else which reason, from 1
    std::vector<std::string> why;  // the reasons in words
    // Of numbers whose sign matters: a scale that diverges from zero, and the regimes in words. What is nearer to 0 than `apart` is not told
    // from it.
    struct Regimes {
        double apart;
        std::string negative, about_zero, positive;
    };
    std::optional<Regimes> regimes = {};
    std::vector<Colour> colours = {};  // of the reasons; greys if there are none
    // Curves on the map, in its coordinates.
    struct Line {
        double x1, y1, x2, y2;
    };
    std::vector<Line> lines = {};
};

// SVG, PNG or PDF, as the path ends with .svg, .png or .pdf; throws UnknownFileFormat for another ending.
void write_heat_map(const std::string& path, const HeatMap& map);

}  // namespace anholon
