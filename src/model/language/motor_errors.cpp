#include "model/language/motor_errors.hpp"

#include "model/language/mistake.hpp"

namespace anholon {

namespace {

std::string one_of(std::string_view found, const std::vector<std::string>& known, const char* if_none) {
    return known.empty() ? if_none : known_names(found, known);
}

}  // namespace

Diagnostic torque_on_itself(Span span, std::string_view body, Span first) {
    return error_beside("torque-on-itself", span,
                        "a torque between " + quote(body) + " and itself moves nothing", "the other one",
                        first, "name two different bodies, or a body and 'space'");
}

Diagnostic torque_without_hinge(Span span, std::string_view first, std::string_view second) {
    return error("torque-without-hinge", span,
                 "no hinge joins " + quote(first) + " and " + quote(second) + ", so this torque has no axis",
                 "give it as a vector: torque (X, Y, Z) between " + std::string(first) + " and " +
                     std::string(second));
}

Diagnostic torque_on_what(Span span, std::string_view name, const std::vector<std::string>& hinges) {
    return error("torque-on-what", span, quote(name) + " is not the angle of a hinge between bodies",
                 hinges.empty() ? "write force on " + std::string(name) + ": … for a coordinate"
                                : known_names(name, hinges));
}

Diagnostic motor_on_what(Span span, std::string_view name, std::string_view is,
                         const std::vector<std::string>& angles) {
    return error("motor-on-what", span,
                 "a motor turns the angle of a hinge, a hitch, a steered axle or a wheel, or an angle among "
                 "the coordinates; " +
                     quote(name) + " is " + std::string(is),
                 one_of(name, angles, "state one: joint wheel on frame hinge phi along (0, 1, 0)"));
}

Diagnostic motor_part_missing(Span span, std::string_view motor, std::string_view part,
                              std::string_view shape) {
    return error("motor-part-missing", span,
                 "the motor " + quote(motor) + " has a voltage but no " + std::string(part),
                 "add " + std::string(shape));
}

Diagnostic motor_without_source(Span span, std::string_view motor) {
    return error("motor-part-missing", span,
                 "the motor " + quote(motor) + " has neither a voltage nor a torque, so nothing drives it",
                 "add voltage u, or torque tau for one whose current is controlled");
}

Diagnostic motor_with_two_sources(Span span, std::string_view motor, Span voltage) {
    return error_beside(
        "motor-two-sources", span,
        "the motor " + quote(motor) + " has a voltage and a torque; one follows from the other",
        "the voltage", voltage, "keep one of them");
}

Diagnostic motor_part_unused(Span span, std::string_view motor, std::string_view part) {
    return error("motor-part-unused", span,
                 "the torque of the motor " + quote(motor) + " is given, so its " + std::string(part) +
                     " has no effect",
                 "leave it out, or give the voltage instead of the torque");
}

Diagnostic motor_negative(Span span, std::string_view what) {
    return error("motor-negative", span, std::string(what) + " cannot be negative");
}

Diagnostic motor_loop(Span span, std::string_view name, std::string_view motor, Span named, bool is_own) {
    if (is_own)
        return error("motor-loop", span,
                     "an algebraic loop: " + quote(name) +
                         " follows from the voltage or the torque of the motor " + quote(motor) +
                         ", which depends on it here",
                     "with an inductance the current is a state, which a voltage may depend on");
    return error_beside(
        "motor-loop", span,
        quote(name) + " follows from the motor " + quote(motor) + ", which is stated further down",
        "the motor", named,
        "move this behind the motor; a voltage that depends on it would be an algebraic loop, except that "
        "with an inductance the current is a state");
}

}  // namespace anholon
