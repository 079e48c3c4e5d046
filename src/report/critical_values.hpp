#pragma once

#include <string>

#include "report/json.hpp"
#include "request/linearize.hpp"

namespace anholon {

std::string as_text(const std::string& system, const CriticalValues& critical, const request::ShownUnit& unit,
                    std::size_t width);
Json as_json(const std::string& system, const CriticalValues& critical, const request::ShownUnit& unit);

}  // namespace anholon
