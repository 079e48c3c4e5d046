#pragma once

#include <string>

#include "mechanics/forms/registry.hpp"
#include "report/envelope.hpp"

namespace anholon::cli {

std::string form_ids();  // "lagrange-multipliers, lagrange-quasi, …"
Message unknown_form(const std::string& id);

inline constexpr const char* integrated_form_help =
    "FORM: the form of the equations, from `anholon forms` (default: kane for bodies, maggi or hamel where "
    "they apply, "
    "else the law that the model states)";

}  // namespace anholon::cli
