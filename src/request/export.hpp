#pragma once

#include <string>

#include "code/source/registry.hpp"
#include "motion/simulation_words.hpp"

namespace anholon::request {

struct Export {
    std::string language;
    std::string form = {};  // a good one, if empty
    SimulationWords start = {};
    ExportOptions options = {};
};

struct ExportedProgram {
    const SourceLanguage* language;
    const EquationForm* form;
    std::string text, header;  // the header of languages that have one
    bool can_start = true;     // are the rates finite at the initial state?
};

// Throws Refusal, NoInitialState and NumberTooLarge.
ExportedProgram answer(const Export& request, const System& system);

}  // namespace anholon::request
