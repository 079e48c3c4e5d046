#pragma once

#include <span>
#include <vector>

#include "report/axis.hpp"
#include "report/canvas.hpp"

namespace anholon {

// Where an axis lies on a canvas; `from` and `to` are the coordinates of its low and its high end.
struct PlacedAxis {
    const Axis& axis;
    double from, to;

    double operator()(double value) const { return from + axis.place(value) * (to - from); }
};

using Lines = std::vector<std::vector<CanvasPoint>>;

// The curve through the points (x_i, y_i) as unbroken lines on the canvas; it breaks where a number is not finite. Of
// neighbours in one column of `resolution` pixels the first, the lowest, the highest and the last stay, so that no spike is
// lost. If that leaves many, as a path in a plane does, the segments that pass no new pixel are left out.
Lines decimated(std::span<const double> x, std::span<const double> y, const PlacedAxis& across,
                const PlacedAxis& up, double resolution);

}  // namespace anholon
