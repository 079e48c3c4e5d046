#pragma once

#include <string>

#include "model/system.hpp"

namespace anholon {

// Why what is derived of smooth equations has no answer here; nothing for a system without dry friction, and for one whose law is
// regularised everywhere, unless a guide may press on either side.
std::optional<std::string> no_smooth_equations(const System& system);
// Why what knows only L, the forces of the state and the constraints has no answer here: dry friction depends on the reactions.
std::optional<std::string> no_forces_of_the_state(const System& system);
// Throw Refusal for such a reason, where `what`, such as "an exported program", would leave the friction out.
void refuse_phases(const System& system, const std::string& what);
void refuse_friction(const System& system, const std::string& what);

}  // namespace anholon
