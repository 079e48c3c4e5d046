#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

namespace anholon {

// A path whose ending names no format that can be written there.
struct UnknownFileFormat : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A value that no file may hold: an infinity or not a number.
struct NotFinite : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Which of the endings (".csv", …) the path has, in either case. Throws UnknownFileFormat if it has none of them.
std::string_view file_ending(std::string_view path, std::initializer_list<std::string_view> endings);

}  // namespace anholon
