#pragma once

#include <span>
#include <string_view>

#include "mechanics/forms/form.hpp"

namespace anholon {

// Every form and axiom there is: command line, tests and documents read this list.
std::span<const EquationForm> all_forms();
const EquationForm* find_form(std::string_view id);  // nothing if there is none

// The form in which a system's own law of motion is written first: multipliers, or that of its axiom.
const EquationForm& law_of_motion(const System& system);

}  // namespace anholon
