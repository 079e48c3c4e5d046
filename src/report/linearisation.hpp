#pragma once

#include <string>

#include "report/json.hpp"
#include "request/linearize.hpp"

namespace anholon {

std::string as_text(const std::string& system, const Linearisation& linearisation, std::size_t width);
Json as_json(const std::string& system, const Linearisation& linearisation);

// Either answer of a request.
using LinearizeAnswer = std::variant<Linearisation, request::CriticalValuesFound>;
std::string as_text(const std::string& system, const LinearizeAnswer& answer, std::size_t width);
Json as_json(const std::string& system, const LinearizeAnswer& answer);

}  // namespace anholon
