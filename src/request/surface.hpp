#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "motion/simulation_words.hpp"
#include "study/surface_equations.hpp"
#include "study/traced_surface.hpp"

namespace anholon::request {

// What is the surface on which first integrals are constant: its topology, its singular points, where the constraints degenerate on it?
struct Surface {
    SimulationWords start = {};  // parameters, initial values, columns
    std::vector<std::string> levels =
        {};  // EXPR or EXPR=VALUE; the integrals that the model expects if there are none
    std::optional<std::string> velocities = {};  // NAME or NAME=EXPR, separated by commas
    std::optional<std::string> keep = {};        // coordinates that occur in no equation
    std::vector<std::string> box = {};           // NAME=LOW..HIGH
    std::optional<std::string> cells = {}, starts = {}, most = {};
    std::optional<std::string> motion = {};  // until when the motion from the initial state is followed
    std::uint64_t seed = 1;
};

// A motion on the surface.
struct MotionOnSurface {
    double until = 0, reached = 0;
    std::string ended = {};            // why it ended before
    std::vector<Coordinates> points;   // its variables, at equal intervals
    double apart = 0;                  // the largest residual of an equation, in parts of its terms
    std::vector<std::uint32_t> parts;  // of the surface, in the order in which they are first met
};

struct SurfaceFound {
    std::string system;
    std::shared_ptr<Context> context;  // of the expressions
    std::vector<SurfaceLevel> levels;
    SurfaceEquations equations;
    TracedSurface traced;
    std::uint64_t seed = 1;
    // Three functions of the variables, and their values at points of the surface.
    std::vector<std::string> columns;
    std::array<double, 3> periods{};  // of columns that are angles; 0 of the others
    NumberFunctions shown;
    std::optional<MotionOnSurface> motion = {};
};

// The surface in its three columns.
struct ShownSurface {
    std::vector<std::array<double, 3>> points;
    std::vector<std::vector<std::uint32_t>> faces;
    std::vector<std::uint32_t> part_of_face;
    std::vector<std::vector<std::array<double, 3>>>
        curves;  // where the constraints degenerate: points, in no order
    std::vector<std::array<double, 3>> singular;
    std::vector<std::array<double, 3>> motion;  // in the order of time
};
ShownSurface shown(const SurfaceFound& found);

// Throws Refusal and NoInitialState.
SurfaceFound answer(const Surface& request, const std::string& title, const System& system);

}  // namespace anholon::request
