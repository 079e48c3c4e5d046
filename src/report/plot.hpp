#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/axis.hpp"
#include "report/trajectory.hpp"

namespace anholon {

class Canvas;

struct Curve {
    enum class Mark { line, dashed, points };

    std::string label;
    std::span<const double> x, y;  // of equal length; where a number is not finite, the curve breaks
    Mark mark = Mark::line;
    std::optional<std::size_t> colour = {};  // by its number; a colour of its own if not given
};

// A point with a name beside it.
struct NamedMark {
    std::string name;
    double x, y;
};

struct Plot {
    enum class Scale {
        independent,
        equal,  // as long across as up: for paths in a plane
    };

    std::string title;
    std::string x_label, y_label;
    std::vector<Curve> curves;          // where there are several with labels, a legend names them
    std::vector<NamedMark> marks = {};  // of which those stand for themselves whose names would cover others
    Scale scale = Scale::independent;
    Axis::Kind x_axis = Axis::Kind::linear, y_axis = Axis::Kind::linear;  // independent if one is logarithmic
};

std::string axis_label(const Column& column);  // "x [m]"

// SVG, PNG or PDF, as the path ends with .svg, .png or .pdf; throws UnknownFileFormat for another ending, and
// std::runtime_error where the file cannot be written. Several plots stand one below the other. The same plots are the same
// bytes.
void write_plot(const std::string& path, std::span<const Plot> plots);
inline void write_plot(const std::string& path, const Plot& plot) { write_plot(path, std::span(&plot, 1)); }

struct PlotSize {
    double width = 960, height = 540;
    double left = 0, right = 0;  // margins, at least
};

void draw(const Plot& plot, Canvas& canvas, PlotSize size = {});

}  // namespace anholon
