#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mechanics/forms/whittaker.hpp"
#include "study/flow_run.hpp"

namespace anholon {

// Why a motion has no path in a quasi-coordinate.
struct NoPath : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct PathOptions {
    std::size_t velocity = 1;  // the place of η_1 among the free velocities
    double until = 0;          // of the independent variable
    double every = 0;          // the distance of rows; each step has one if 0
    FlowRunOptions run = {.tolerance = 1e-14, .method = nullptr};
    std::function<bool(double at)> goes_on = [](double) { return true; };  // asked after every step
};

// A motion by Whittaker's equations: q, y_2, …, y_l and the time as functions of the quasi-coordinate π_1, on a level of the energy.
struct TracedPath {
    std::string velocity;  // η_1
    std::optional<std::string>
        coordinate;                    // that is π_1, where η_1 is its velocity; otherwise π_1 starts at 0
    std::vector<std::string> columns;  // π_1, t, q, y
    std::vector<std::vector<double>> rows;
    double energy = 0;
    std::string method;
    double tolerance = 0;
    std::size_t steps = 0;
    std::optional<std::string> ended;  // why before its end
    // The largest difference of q and y from the motion in time, relative to the larger of 1 and the value.
    double difference = 0;
    std::optional<double> compared_until;  // a time, if the motion in time ended before
};

// Why no motion of the system has a path in a quasi-coordinate.
Reason no_path(const Setting& setting);

// The place of a free velocity by its name or by that of the coordinate whose rate it is. Throws NoPath.
std::size_t path_velocity(const Setting& setting, const std::string& name);

// Throws NoPath, Undefined.
TracedPath path(const Flow& flow, const PathOptions& options);

}  // namespace anholon
