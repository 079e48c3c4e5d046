#pragma once

#include <string_view>

namespace anholon {

std::string_view version();  // of the program: "1.2.3"

}  // namespace anholon
