#include "request/standstill_words.hpp"

#include "expr/enclosure.hpp"
#include "model/state/parameter_values.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

ShownUnit unit_of(const Parameter& p) {
    if (p.unit.empty()) return {};
    return {p.unit.starts_with("[") ? p.unit : "[" + p.unit + "]", enclosure(p.scale, {}, 80).midpoint()};
}

}  // namespace

[[noreturn]] void refuse_velocity(const std::string& name) {
    throw Refusal(Of::words, "velocity-in-equilibrium",
                  "in an equilibrium '" + name + "' is 0 and cannot be given",
                  "a steady motion keeps the velocities that are given");
}

ShownUnit shown_unit(const System& system, const Expr& symbol) {
    for (const Parameter& p : system.parameters)
        if (p.symbol == symbol) return unit_of(p);
    return {};
}

StandstillCondition condition(const char* option, const std::string& text, const System& system) {
    if (text.find('=') == std::string::npos)
        throw Refusal(Of::words, "condition-bad",
                      std::string(option) + " takes EXPR=VALUE, not '" + text + "'",
                      std::string(option) + " energy=3");
    const Source source(option, text);
    Diagnostics said;
    const Expr residual = read_equation(source, scope_of(system), system, said);
    if (!residual || said.failed()) throw Refusal(said, source);
    return {residual, text};
}

void refuse_derived_outside(const System& system, InitialStateOptions initial, const Assignment& value) {
    std::erase_if(initial.parameters, [&](const auto& given) { return given.first == value.first; });
    initial.parameters.push_back(value);
    if (const auto outside = derived_outside_range(system, parameter_point(system, initial)))
        throw Refusal(Of::words, outside->code, outside->message,
                      outside->notes.empty() ? "" : outside->notes[0].text);
}

void refuse_moving(const LinearisationOptions& options, const System& system) {
    if (const std::string moving = given_velocity(system, options); !moving.empty()) refuse_velocity(moving);
}

}  // namespace anholon::request
