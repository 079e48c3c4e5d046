#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "expr/expr.hpp"

// The mistakes one can make in putting vehicles together, one function each.
namespace anholon {

Diagnostic frames_missing(Span span, std::string_view keyword);
Diagnostic frame_unknown(Span span, std::string_view name, const std::vector<std::string>& known);
Diagnostic part_name_twice(Span span, std::string_view name, Span first);
Diagnostic axle_on_two_frames(Span span, std::string_view name, std::string_view frame,
                              std::string_view other, Span first);
Diagnostic axle_without_support(Span span, std::string_view name);
Diagnostic part_missing(Span span, std::string_view owner, std::string_view part);
Diagnostic hitch_twice(Span span, std::string_view frame, Span first);
Diagnostic hitch_cycle(Span span, const std::vector<std::string>& frames);
Diagnostic hitch_of_guided_frame(Span span, std::string_view frame, Span pose);
Diagnostic law_with_velocity(Span span, std::string_view what, Expr velocity);
Diagnostic vehicle_stuck(Span span, std::string_view axle, std::string_view frame, Span named);

}  // namespace anholon
