#pragma once

#include <string>

#include "model/system.hpp"

namespace anholon::request {

// Throws Refusal unless it is proved that F(t, q, v) stays constant in every motion; with a state at which it changes, if it does.
void demand_first_integral(const System& system, const std::string& words, Expr F);

}  // namespace anholon::request
