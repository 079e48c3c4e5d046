#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"

// The mistakes one can make in speaking of bodies, one function each.
namespace anholon {

Diagnostic surface_variable(Span span, std::string_view found, const std::vector<std::string>& names);

Diagnostic body_missing(Span span, std::string_view keyword);
Diagnostic body_name_duplicate(Span span, std::string_view name, Span first);
Diagnostic not_positive(Span span, std::string_view what);
Diagnostic mass_missing(Span span, std::string_view body);
Diagnostic inertia_missing(Span span, std::string_view body);
Diagnostic inertia_not_positive(Span span);
Diagnostic inertia_of_no_body(Span span);
Diagnostic shape_unknown(Span span, std::string_view name, const std::vector<std::string>& known);
Diagnostic surface_unknown(Span span, std::string_view name, const std::vector<std::string>& known);
Diagnostic surface_missing(Span span, std::string_view body, Span named);
Diagnostic surface_unused(Span span, std::string_view body);
Diagnostic gravity_twice(Span span, Span first);
Diagnostic direction_zero(Span span);
Diagnostic ground_twice(Span span, Span first);
Diagnostic contact_body_unknown(Span span, std::string_view name, const std::vector<std::string>& known);
Diagnostic contact_support_unknown(Span span, std::string_view name, const std::vector<std::string>& known);
Diagnostic contact_twice(Span span, std::string_view body, std::string_view support, Span first);
Diagnostic contact_without_ground(Span span);
Diagnostic contact_of_fixed_body(Span span, std::string_view body, Span fixed_point);

Diagnostic contact_with_itself(Span span, std::string_view body);
Diagnostic support_twice(Span span, std::string_view name, Span first);
Diagnostic support_name_reserved(Span span, std::string_view name);
Diagnostic support_not_of_time(Span span, std::string_view name);
Diagnostic turning_without_axis(Span span, std::string_view surface);
Diagnostic angle_too_large(Span span);
Diagnostic blade_inside(Span span);
Diagnostic blade_rolls(Span span);
Diagnostic skates_without_blade(Span span);
Diagnostic base_on_plane(Span span);
Diagnostic ball_too_large(Span span, std::string_view support);
Diagnostic contact_along_line(Span span, std::string_view surface);
Diagnostic contact_inside_impossible(Span span, std::string_view surface);
Diagnostic contacts_overdetermine(Span span, Span first);

Diagnostic surface_without_axis(Span span, std::string_view surface);
Diagnostic planar_angles(Span span, Span planar);
Diagnostic joint_body_unknown(Span span, std::string_view name, const std::vector<std::string>& known);
Diagnostic joint_on_itself(Span span, std::string_view body);
Diagnostic joint_of_posed_body(Span span, std::string_view body, Span named);
Diagnostic joint_cycle(Span span, std::string_view body);
Diagnostic joint_coordinate_missing(Span span, std::string_view kind);
Diagnostic joint_coordinate_unused(Span span, std::string_view name);
Diagnostic spring_on_itself(Span span, std::string_view what, std::string_view body, Span first);
Diagnostic loop_cannot_close(Span span, std::string_view body, std::string_view off);
Diagnostic loop_open(Span span, std::string_view off);
Diagnostic loop_turned(Span span);
Diagnostic loop_redundant(Span span, const std::vector<std::string>& names, std::size_t kept);
Diagnostic contact_turned(Span span);
Diagnostic law_not_of_time(Span span, std::string_view name);

}  // namespace anholon
