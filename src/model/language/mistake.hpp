#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

// What diagnostics are made of.
namespace anholon {

std::string quote(std::string_view name);
Diagnostic error(std::string code, Span span, std::string message, std::string help = "");
Diagnostic twice(std::string code, Span span, std::string message, Span first);
// With a note where something is that matters.
Diagnostic error_beside(std::string code, Span span, std::string message, std::string note, Span there,
                        std::string help = "");
// The name probably meant, or all there are.
std::string known_names(std::string_view found, const std::vector<std::string>& known);

}  // namespace anholon
