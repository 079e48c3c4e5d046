#pragma once

#include <string>

#include "report/json.hpp"
#include "study/critical_values.hpp"

namespace anholon {

// The unit in which the values of the sweep are shown, and its size in SI units.
struct ShownUnit {
    std::string text = {};
    double size = 1;
};

std::string as_text(const std::string& system, const CriticalValues& critical, const ShownUnit& unit,
                    std::size_t width);
Json as_json(const std::string& system, const CriticalValues& critical, const ShownUnit& unit);

}  // namespace anholon
