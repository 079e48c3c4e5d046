#pragma once

#include <optional>
#include <string>
#include <vector>

#include "motion/simulation_words.hpp"
#include "structure/integrals/linear_equations.hpp"

namespace anholon::request {

// A motion by its linear integrals and a quadrature: dt = dx/√(ẋ²), where u and ẋ² are functions of x by linear equations.
struct ByQuadrature {
    SimulationWords start = {};
};

struct SolvedByQuadrature {
    LinearEquations equations;
    double x = 0, x_dot = 0;  // where it starts
    enum class Goes {
        oscillates,  // between two turning points
        steady,      // x stays where it is
        passes,      // a turning point is missing on one side at least
    } motion = Goes::passes;
    std::optional<double> lower, upper;        // turning points
    std::string no_lower = {}, no_upper = {};  // why there is none
    double period = 0;                         // of x, where it oscillates
    struct Integral {
        std::string name;
        double value = 0;
        double change = 0;  // the largest, along a motion of the whole system, relative to the terms of c
    };
    std::vector<Integral> integrals;  // c = Φ(x)⁻¹ u with Φ = 1 at the start
    double followed = 0;              // the time of that motion
    double missed = 0;                // by which x and ẋ miss their start after a period in it
    std::string ended = {};           // why the motion ended before
};

// Throws Refusal, NoInitialState.
SolvedByQuadrature answer(const ByQuadrature& request, const System& system);

}  // namespace anholon::request
