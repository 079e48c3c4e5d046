#pragma once

#include <vector>

#include "model/model.hpp"
#include "motion/input_table.hpp"
#include "motion/simulation_words.hpp"

namespace anholon::request {

// The inputs that a command line makes functions of time, each for a letter of the model, in the context of the system. Takes those out of
// `words.inputs`, and their tables to `words.tables`; the others are constants and stay. Throws Refusal.
FixedParameters moved_inputs(SimulationWords& words, const System& system, bool takes_tables);

// Puts the letters of the tables into the system that was stated with their functions. Throws Refusal where a jump of an input, or of its
// rate, would need an impulse.
void add_letters(const std::vector<InputTable>& tables, System& system);

}  // namespace anholon::request
