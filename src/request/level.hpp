#pragma once

#include <string>
#include <vector>

#include "model/state/initial_state.hpp"

namespace anholon::request {

// Levels of first integrals F(t, q, v) = c. A level is a constraint whose multiplier vanishes, since the motion keeps to it by itself
// (001 §3); c is a parameter. Each word is EXPR, for the level of the initial state, or EXPR=VALUE, which moves it. Throws Refusal
// where EXPR is no first integral, where a level says nothing new, and where no state has it. `closed` is the system in which EXPR is
// read and proved: of a core with coordinates that come along, the core without them.
void add_levels(System& system, const System& closed, const std::vector<std::string>& words,
                const InitialStateOptions& start = {});

}  // namespace anholon::request
