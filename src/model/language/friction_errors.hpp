#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace anholon {

Diagnostic friction_constraint_unknown(Span span, std::string_view name,
                                       const std::vector<std::string>& known);
Diagnostic friction_twice(Span span, std::string_view name, Span first);
Diagnostic friction_slip_count(Span span, std::size_t count);
Diagnostic friction_slip_not_linear(Span span);
Diagnostic friction_of_velocities(Span span);
Diagnostic friction_negative(Span span, std::string_view what);
Diagnostic friction_width_not_positive(Span span);
Diagnostic friction_along_line(Span span, std::string_view body);
Diagnostic friction_under_other_law(Span span, Span law);
Diagnostic friction_normal_unknown(Span span, std::string_view name);

}  // namespace anholon
