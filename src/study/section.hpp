#pragma once

#include <optional>
#include <string>
#include <vector>

#include "motion/side_by_side.hpp"
#include "study/flow_run.hpp"
#include "study/level_point.hpp"
#include "study/rotation_number.hpp"

namespace anholon {

struct SectionPoint {
    double t = 0;
    std::vector<double> columns;
};

struct SectionOptions {
    Expr function;                   // of t, x and p: the section is where it vanishes
    int direction = 0;               // +1: where it grows, −1: where it falls, 0: both
    double every = 0;                // instead: at these times, for motions that are driven periodically
    std::size_t count = 1000;        // of points per orbit
    double until = 1e4;              // no orbit is followed longer; of either sign
    double transient = 0;            // points count from this time on
    std::vector<Expr> columns = {};  // of t, x and p: what is told of each point
    FlowRunOptions run = {};
    SideBySideOptions side_by_side = {};
    // Called for each point when it is found, on the thread that follows its orbit.
    std::function<void(std::size_t orbit, const SectionPoint& point)> found = {};
};

struct SectionStart {
    std::vector<double> x, p;
};

struct SectionOrbit {
    SectionStart start;
    std::vector<SectionPoint> points;
    double until = 0;        // how far it was followed
    std::string ended = {};  // why before its count and before its time
    Rotation rotation = {};  // where it was asked for
    double drift = 0;        // of the integrals, the largest relative to their size
    std::size_t steps = 0;
};

// The points at which motions pass through a surface: Poincaré's section, each within rounding of the zero of the function. Orbits
// are followed side by side; the result does not depend on the number of threads.
std::vector<SectionOrbit> section(const Flow& flow, const std::vector<SectionStart>& starts,
                                  const SectionOptions& options);

// One orbit after the other, for parameters that change little: each goes on where the one before ended, so that it stays with an
// attractor as long as that lasts. The first, and each after one that broke off, starts at the flow's start; all on these levels.
std::vector<SectionOrbit> inherited_section(const Flow& flow, const std::vector<LevelDemand>& levels,
                                            const std::vector<std::vector<double>>& parameters,
                                            const SectionOptions& options);

// After how many points all columns return to within these distances: at most half as many as there are. Nothing where they do not.
std::optional<std::size_t> period(const std::vector<SectionPoint>& points, const std::vector<double>& apart);
// After how many points all columns return to within this part of their extents over all orbits: at most half as many as there are.
// Nothing where they do not. By orbit.
std::vector<std::optional<std::size_t>> periods(const std::vector<SectionOrbit>& orbits,
                                                double tolerance = 1e-5);

}  // namespace anholon
