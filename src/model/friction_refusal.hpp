#pragma once

#include <string>

#include "model/system.hpp"

namespace anholon {

// Why what is derived of smooth equations has no answer here; nothing for a system without dry friction.
std::optional<std::string> no_smooth_equations(const System& system);
// Throws Refusal where the system has dry friction, and `what`, such as "an exported program", would leave it out.
void refuse_friction(const System& system, const std::string& what);

}  // namespace anholon
