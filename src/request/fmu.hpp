#pragma once

#include <string>

#include "code/source/fmu/fmu.hpp"
#include "motion/simulation_words.hpp"

namespace anholon::request {

// A system as a Functional Mock-up Unit: docs/concepts/export.md.
struct ExportFmu {
    FmiVersion version = FmiVersion::two;
    std::string form = {};  // a good one, if empty
    SimulationWords start = {};
};

struct ExportedFmu {
    const EquationForm* form;
    std::string bytes;               // of the archive
    std::vector<std::string> paths;  // of its files
    std::string without_library;     // why it contains sources only; empty if it contains a library
    std::vector<std::string> fixed_inputs = {};  // that a constraint contains: parameters of the FMU
    bool can_start = true;                       // are the rates finite at the initial state?
};

// Throws Refusal, NoInitialState and NumberTooLarge.
ExportedFmu answer(const ExportFmu& request, const System& system);

}  // namespace anholon::request
