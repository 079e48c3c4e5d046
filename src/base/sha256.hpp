#pragma once

#include <string>
#include <string_view>

namespace anholon {

std::string sha256(std::string_view bytes);  // in 64 hexadecimal digits                         FIPS 180-4

}  // namespace anholon
