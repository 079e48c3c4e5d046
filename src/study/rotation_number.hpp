#pragma once

#include <optional>
#include <span>
#include <string>

namespace anholon {

// By what part of a turn the points of a map go on around their middle, in the mean; from 0 to less than 1. It is known up to whole turns, as
// points tell nothing of what lies between them.
struct RotationNumber {
    double value = 0, error = 0;
};

struct Rotation {
    std::optional<RotationNumber> number;
    std::string why_none = {};
};

// Of successive points in a plane, counted from the x axis to the y axis. By weighted averages: on invariant curves the error falls faster
// than any power of the number of points.
Rotation rotation(std::span<const double> x, std::span<const double> y);

}  // namespace anholon
