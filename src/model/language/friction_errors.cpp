#include "model/language/friction_errors.hpp"

#include "model/language/mistake.hpp"

namespace anholon {

Diagnostic friction_constraint_unknown(Span span, std::string_view name,
                                       const std::vector<std::string>& known) {
    return error(
        "friction-constraint-unknown", span,
        "no geometric constraint is called " + quote(name) + ", so nothing presses there",
        known.empty() ? "state one: constraint " + std::string(name) + ": y = 0" : known_names(name, known));
}

Diagnostic friction_twice(Span span, std::string_view name, Span first) {
    return twice("friction-twice", span, "the friction on " + quote(name) + " is stated twice", first);
}

Diagnostic friction_slip_count(Span span, std::size_t count) {
    return error("friction-slip-count", span,
                 "a contact slips in one direction or in two, not in " + std::to_string(count));
}

Diagnostic friction_slip_not_linear(Span span) {
    return error("friction-slip-not-linear", span, "a slip is a velocity, linear in the velocities",
                 "write friction mu on floor: x', or x' - r*phi' where something rolls");
}

Diagnostic friction_of_velocities(Span span) {
    return error("friction-of-velocities", span,
                 "a coefficient of friction depends on parameters, time and coordinates alone",
                 "to let it change with the speed, write a force");
}

Diagnostic friction_negative(Span span, std::string_view what) {
    return error("friction-negative", span, std::string(what) + " must not be negative");
}

Diagnostic friction_width_not_positive(Span span) {
    return error("friction-width-not-positive", span, "the speed of a regularised law must be positive",
                 "without 'regularised' the law is Coulomb's own");
}

Diagnostic friction_along_line(Span span, std::string_view body) {
    return error(
        "friction-along-line", span,
        quote(body) + " touches along a line, and how friction is distributed along it is not stated",
        "give the body a surface that touches at a point, such as sphere(r) or rim(r)");
}

Diagnostic friction_under_other_law(Span span, Span law) {
    return error_beside("friction-under-other-law", span,
                        "dry friction needs the reactions of the nonholonomic law", "the law of this model",
                        law);
}

Diagnostic friction_normal_unknown(Span span, std::string_view name) {
    return error("friction-normal-unknown", span,
                 "the normal reaction of " + quote(name) +
                     " is not determined: a constraint of it follows from others");
}

}  // namespace anholon
