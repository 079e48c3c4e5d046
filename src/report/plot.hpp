#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/trajectory.hpp"

namespace anholon {

class Canvas;

struct Curve {
    std::string label;
    std::span<const double> x, y;  // of equal length; where a number is not finite, the curve breaks
};

struct Plot {
    enum class Scale {
        independent,
        equal,  // as long across as up: for paths in a plane
    };

    std::string title;
    std::string x_label, y_label;
    std::vector<Curve> curves;  // from the second on, a legend names them
    Scale scale = Scale::independent;
};

std::string axis_label(const Column& column);  // "x [m]"

// SVG or PNG, as the path ends with .svg or .png; throws UnknownFileFormat for another ending, and std::runtime_error where the
// file cannot be written. The same plot is the same bytes.
void write_plot(const std::string& path, const Plot& plot);

struct PlotSize {
    double width = 960, height = 540;
};

void draw(const Plot& plot, Canvas& canvas, PlotSize size = {});

}  // namespace anholon
