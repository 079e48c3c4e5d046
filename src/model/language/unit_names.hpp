#pragma once

#include <string_view>
#include <vector>

namespace anholon {

// The names of units, without prefixes.
std::vector<std::string_view> unit_names();

}  // namespace anholon
