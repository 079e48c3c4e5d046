#pragma once

#include <optional>
#include <string>

#include "motion/simulation_words.hpp"
#include "study/first_variation.hpp"

namespace anholon::request {

struct Action {
    SimulationWords start = {};                 // with its until, 1 if not given, and its tolerance
    std::optional<std::string> harmonics = {};  // of test variations; 3 if not given
    std::string method_name = {};
};

struct ActionFound {
    FirstVariation found;
    double until = 0;
    bool has_velocity_constraints = false;
    bool has_forces = false;  // whose work is added
};

// Throws Refusal where no principle is stated for its motions.
void refuse_without_variations(const System& system);

// Throws Refusal, NoFlow and NoInitialState.
ActionFound answer(const Action& request, const System& system);

}  // namespace anholon::request
