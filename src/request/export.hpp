#pragma once

#include <string>

#include "code/source/registry.hpp"
#include "motion/simulation_words.hpp"

namespace anholon::request {

// The form that is exported: the one asked for, or a good one if the id is empty. Throws Refusal.
const EquationForm& exported_form(const std::string& id, const System& system);
// Throws Refusal where the form does not apply or lacks a number.
void demand_exportable(const EquationForm& form, const System& system);

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
