#pragma once

#include <string>

#include "report/json.hpp"
#include "request/quadrature.hpp"

namespace anholon {

std::string as_text(const std::string& system, const request::SolvedByQuadrature& found, std::size_t width);
Json as_json(const std::string& system, const request::SolvedByQuadrature& found);
std::string as_latex(const request::SolvedByQuadrature& found);  // the linear equations, and how x moves

}  // namespace anholon
