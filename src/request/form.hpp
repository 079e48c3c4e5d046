#pragma once

#include <string>

#include "mechanics/forms/registry.hpp"

namespace anholon::request {

// The form of this id. Throws Refusal if there is none.
const EquationForm& form_of(const std::string& id);
// Throws Refusal where the form does not apply.
void demand_applicable(const EquationForm& form, const Setting& setting);

}  // namespace anholon::request
