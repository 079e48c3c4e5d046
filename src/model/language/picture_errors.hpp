#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "expr/expr.hpp"

// The mistakes one can make in a picture, one function each.
namespace anholon {

Diagnostic picture_twice(Span span, Span first);
Diagnostic picture_name_twice(Span span, std::string_view name, Span first);
Diagnostic picture_name_unknown(Span span, std::string_view name, const std::vector<std::string>& known);
Diagnostic picture_without_axes(Span span, std::string_view name, std::string_view kind);
Diagnostic picture_not_drawn(Span span, std::string_view name);
Diagnostic picture_part_missing(Span span, std::string_view kind, std::string_view part);
Diagnostic picture_parts_exclusive(Span span, std::string_view first, std::string_view second);
Diagnostic picture_vector_length(Span span, std::string_view what, std::size_t given);
Diagnostic picture_variable(Span span, Expr symbol);
Diagnostic picture_arrow_without_role(Span span, std::string_view given);

}  // namespace anholon
