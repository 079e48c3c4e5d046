#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"

// The mistakes one can make in speaking of motors and of torques between bodies, one function each.
namespace anholon {

Diagnostic torque_on_itself(Span span, std::string_view body, Span first);
Diagnostic torque_without_hinge(Span span, std::string_view first, std::string_view second);
Diagnostic torque_on_what(Span span, std::string_view name, const std::vector<std::string>& hinges);

Diagnostic motor_on_what(Span span, std::string_view name, std::string_view is,
                         const std::vector<std::string>& angles);
Diagnostic motor_part_missing(Span span, std::string_view motor, std::string_view part,
                              std::string_view shape);
Diagnostic motor_without_source(Span span, std::string_view motor);
Diagnostic motor_with_two_sources(Span span, std::string_view motor, Span voltage);
Diagnostic motor_part_unused(Span span, std::string_view motor, std::string_view part);
Diagnostic motor_negative(Span span, std::string_view what);
Diagnostic motor_loop(Span span, std::string_view name, std::string_view motor, Span named, bool is_own);

}  // namespace anholon
