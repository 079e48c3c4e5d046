#pragma once

#include <optional>
#include <string>
#include <vector>

#include "motion/simulation_words.hpp"
#include "study/cloud.hpp"

namespace anholon::request {

struct Ensemble {
    SimulationWords start = {};          // with its until, every, tolerance and columns
    std::vector<std::string> draw = {};  // NAME=normal(MEAN, DEVIATION) or NAME=uniform(LOW, HIGH)
    std::vector<std::string> fix = {};   // EXPR=VALUE
    std::optional<std::string> count = {};
    std::uint64_t seed = 1;
    std::string method_name = {};
    SideBySideOptions side_by_side = {};  // its progress counts pieces
};

struct EnsembleFound {
    std::vector<std::string> draws;  // as they were asked
    std::vector<Observable> drawn;   // names and units
    std::vector<Observable> columns;
    std::vector<double> times;
    Cloud cloud;
    std::string form = {};
    std::vector<double> parameters = {};  // of the system
};

// Throws Refusal, NoFlow and NoInitialState.
EnsembleFound answer(const Ensemble& request, const System& system);

}  // namespace anholon::request
