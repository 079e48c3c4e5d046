#pragma once

#include <string>

#include "report/json.hpp"
#include "study/linearisation.hpp"

namespace anholon {

std::string as_text(const std::string& system, const Linearisation& linearisation, std::size_t width);
Json as_json(const std::string& system, const Linearisation& linearisation);

}  // namespace anholon
