#pragma once

#include <optional>
#include <string>
#include <vector>

#include "motion/simulation_words.hpp"
#include "study/orbit.hpp"
#include "study/reconstruction.hpp"

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
    std::optional<Reconstruction> reconstruction = {};  // of a core
    std::string not_reconstructed = {};                 // why not
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
// Of a core: the motion of the full system as well. `stated`: the words for the start of the full system.
OrbitFound answer(const Orbit& request, const System& core, const System& full,
                  const SimulationWords& stated);

}  // namespace anholon::request
