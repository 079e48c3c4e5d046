#pragma once

#include <string>

#include "report/json.hpp"
#include "study/symbolic_stability.hpp"

namespace anholon {

std::string as_text(const std::string& system, const SymbolicStability& stability, std::size_t width);
Json as_json(const std::string& system, const SymbolicStability& stability);
std::string as_latex(const SymbolicStability& stability);  // the polynomial, the conditions, what they claim

}  // namespace anholon
