#pragma once

#include <optional>
#include <string>
#include <vector>

#include "motion/simulation_words.hpp"
#include "study/orbit.hpp"

namespace anholon::request {

struct Orbit {
    SimulationWords start = {};               // with its until, the longest period, and its tolerance
    std::optional<std::string> period = {};   // a guess
    std::string at = {};                      // EXPR[:up|down]: instead, from one passage to a later one
    std::optional<std::string> returns = {};  // which; the first if not given
    std::vector<std::string> fix = {};        // EXPR=VALUE
    std::string method_name = {};
};

struct OrbitFound {
    PeriodicOrbit orbit;
    std::vector<std::string> variables;
    std::vector<std::pair<std::string, double>> integrals;
    double guess = 0;  // of the period
    std::string_view method = {};
    double tolerance = 0;
};

// An orbit with what it was found in.
struct OrbitInFlow {
    Flow flow;
    PeriodicOrbit orbit;
    OrbitOptions options;  // with the guess of the period
};

// Throw Refusal, NoFlow, NoInitialState and NoOrbit.
OrbitInFlow orbit_in_flow(const Orbit& request, const System& system);
OrbitFound answer(const Orbit& request, const System& system);

}  // namespace anholon::request
