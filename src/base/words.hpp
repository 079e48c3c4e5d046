#pragma once

#include <string>
#include <vector>

namespace anholon {

std::string without_blanks_around(const std::string& text);
// "f(a, b), c" at commas: "f(a, b)" and "c", without blanks around.
std::vector<std::string> split_outside_parentheses(const std::string& text, char separator);

std::string joined(const std::vector<std::string>& words, const char* separator = ", ");

}  // namespace anholon
