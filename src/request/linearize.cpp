#include "request/linearize.hpp"

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "base/words.hpp"
#include "expr/enclosure.hpp"
#include "model/request.hpp"
#include "model/state/parameter_values.hpp"
#include "request/words.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

ShownUnit unit_of(const Parameter& p) {
    if (p.unit.empty()) return {};
    return {p.unit.starts_with("[") ? p.unit : "[" + p.unit + "]", enclosure(p.scale, {}, 80).midpoint()};
}

// A derived parameter that an end of the interval takes out of its range.
std::optional<Diagnostic> derived_outside(const System& system, InitialStateOptions initial,
                                          const Assignment& end) {
    std::erase_if(initial.parameters, [&](const auto& given) { return given.first == end.first; });
    initial.parameters.push_back(end);
    return derived_outside_range(system, parameter_point(system, initial));
}

struct ReadSweep {
    Sweep sweep;
    ShownUnit unit;
};

// One end of the interval: name=value.
Assignment read_end(const std::string& word, bool of_parameter, const System& system,
                    const InitialStateOptions& initial) {
    const Source source("--critical", word);
    Diagnostics said;
    const auto read = of_parameter
                          ? read_parameter(source, system, said)
                          : read_initial_value(source, system, said, parameter_point(system, initial));
    if (!read || said.failed()) throw Refusal(said, source);
    if (const auto outside = of_parameter ? derived_outside(system, initial, *read) : std::nullopt)
        throw Refusal(Of::words, outside->code, outside->message,
                      outside->notes.empty() ? "" : outside->notes[0].text);
    return *read;
}

// NAME=LOW..HIGH, of a parameter or of a variable that may have an initial value.
ReadSweep read_sweep(const std::string& text, const System& system, const InitialStateOptions& initial) {
    const std::size_t equals = text.find('='),
                      dots = text.find("..", equals == std::string::npos ? 0 : equals);
    const std::string name = without_blanks_around(text.substr(0, equals));
    if (equals == std::string::npos || dots == std::string::npos || name.empty())
        throw Refusal(Of::words, "interval-bad", "--critical takes NAME=LOW..HIGH, not '" + text + "'",
                      "--critical v=1..10");
    const bool of_parameter = is_parameter(name, system);
    const auto end = [&](const std::string& value) {
        return read_end(name + "=" + without_blanks_around(value), of_parameter, system, initial);
    };
    const Assignment low = end(text.substr(equals + 1, dots - equals - 1)), high = end(text.substr(dots + 2));
    if (!(low.second.to_double() < high.second.to_double()))
        throw Refusal(Of::words, "interval-empty",
                      "the interval '" + without_blanks_around(text.substr(equals + 1)) +
                          "' is empty: its first number must be the smaller one");
    ReadSweep out{.sweep = {.what = of_parameter ? Sweep::What::parameter : Sweep::What::initial_value,
                            .symbol = low.first,
                            .name = name,
                            .from = low.second.to_double(),
                            .to = high.second.to_double()},
                  .unit = {}};
    for (const Parameter& p : system.parameters)
        if (p.symbol == low.first) out.unit = unit_of(p);
    return out;
}

StandstillCondition condition(const std::string& text, const System& system) {
    if (text.find('=') == std::string::npos)
        throw Refusal(Of::words, "condition-bad", "--where takes EXPR=VALUE, not '" + text + "'",
                      "--where energy=3");
    const Source source("--where", text);
    Diagnostics said;
    const Expr residual = read_equation(source, scope_of(system), system, said);
    if (!residual || said.failed()) throw Refusal(said, source);
    return {residual, text};
}

[[noreturn]] void refuse_velocity(const std::string& name) {
    throw Refusal(Of::words, "velocity-in-equilibrium",
                  "in an equilibrium '" + name + "' is 0 and cannot be given",
                  "a steady motion (--at steady) keeps the velocities that are given");
}

}  // namespace

std::variant<Linearisation, CriticalValuesFound> answer(const Linearize& request, const System& system) {
    LinearisationOptions options{request.at, read_initial_state(request.start, system), {}};
    if (const std::string moving = given_velocity(system, options); !moving.empty()) refuse_velocity(moving);
    for (const std::string& text : request.where) options.where.push_back(condition(text, system));
    if (request.critical.empty()) return linearisation(system, options);
    const ReadSweep read = read_sweep(request.critical, system, options.initial);
    const bool moves =
        read.sweep.what == Sweep::What::initial_value && !may_stand_still(read.sweep.symbol, system);
    if (moves && request.at == Standstill::equilibrium) refuse_velocity(read.sweep.name);
    return CriticalValuesFound{critical_values(system, options, read.sweep), read.unit};
}

}  // namespace anholon::request
