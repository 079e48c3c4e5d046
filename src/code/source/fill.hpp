#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace anholon {

using Values = std::map<std::string, std::string, std::less<>>;

// The text with each @name@ replaced by its value; every name must have one. A @name@ alone on its line stands for whole
// lines: its value is empty or ends with a line end.
std::string fill(std::string_view text, const Values& values);

}  // namespace anholon
