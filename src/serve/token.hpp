#pragma once

#include <string>
#include <string_view>

namespace anholon::serve {

// 128 random bits of the operating system, in 32 hexadecimal digits. Throws std::runtime_error.
std::string random_token();

// Takes the same time wherever they differ.
bool is_same_token(std::string_view a, std::string_view b);

}  // namespace anholon::serve
