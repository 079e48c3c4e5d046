#pragma once

#include <optional>
#include <string>
#include <vector>

#include "motion/simulation.hpp"
#include "motion/simulation_words.hpp"
#include "request/plot.hpp"

namespace anholon::request {

// The words that say how a system is to be set in motion, and what is to be shown of it.
struct Simulate : SimulationWords {
    std::string form_id, method_name;
    std::optional<std::string> max_drift;  // may be an expression
    bool through_degeneracy = false;       // go on where the constraints become dependent
    Pictures pictures;
};

struct SimulateOptions {
    SimulationOptions options;
    std::optional<double> max_drift;
    std::vector<Panel> panels;  // of the picture; the standard ones if empty
    Simulation::AtDegeneracy at_degeneracy = Simulation::AtDegeneracy::ends;
};

// What the words mean for this system. Throws Refusal.
SimulateOptions read(const Simulate& request, const System& system);

// Something to be said about a motion: wrong, or only worth a warning.
struct Judgement {
    enum class Severity { warning, expectation, state } severity;
    std::string code, message;
};

// What the motion has to keep and did not, and why it ended before its time. Drift is judged unless it was interrupted.
std::vector<Judgement> judged(const SimulationResult& result, std::optional<double> max_drift);
// Given initial values that were changed.
std::vector<Judgement> judged(const InitialState& initial);

// "the motion ends at t = 1.2: the equations …"
std::string why_it_ended(const SimulationResult& result);

}  // namespace anholon::request
