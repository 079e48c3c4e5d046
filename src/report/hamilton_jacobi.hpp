#pragma once

#include <string>

#include "report/json.hpp"
#include "request/hamilton_jacobi.hpp"

namespace anholon {

std::string as_text(const std::string& title, const request::HamiltonJacobiFound& found, std::size_t width);
Json as_json(const std::string& title, const request::HamiltonJacobiFound& found);

}  // namespace anholon
