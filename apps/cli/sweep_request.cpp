#include "sweep_request.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "expr/enclosure.hpp"
#include "model/request.hpp"
#include "model/state/parameter_values.hpp"

namespace anholon::cli {

namespace {

constexpr const char* option = "--critical";

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

bool is_parameter(const std::string& name, const System& system) {
    return std::ranges::any_of(
               system.parameters,
               [&](const Parameter& p) { return p.symbol.symbol().name == ascii_name(name); }) ||
           std::ranges::any_of(system.derived,
                               [&](const DerivedParameter& d) { return d.name == ascii_name(name); });
}

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

}  // namespace

std::optional<ReadSweep> read_sweep(const std::string& text, const System& system,
                                    const InitialStateOptions& initial, const Session& session,
                                    Outcome& refusal) {
    const std::size_t equals = text.find('='),
                      dots = text.find("..", equals == std::string::npos ? 0 : equals);
    const std::string name = trimmed(text.substr(0, equals));
    if (equals == std::string::npos || dots == std::string::npos || name.empty()) {
        refusal = refused(Exit::usage, {.code = "interval-bad",
                                        .message = "--critical takes NAME=LOW..HIGH, not '" + text + "'",
                                        .help = "--critical v=1..10"});
        return std::nullopt;
    }
    const bool of_parameter = is_parameter(name, system);
    const Point parameters = parameter_point(system, initial);
    std::vector<Assignment> ends;
    for (const std::string& end :
         {trimmed(text.substr(equals + 1, dots - equals - 1)), trimmed(text.substr(dots + 2))}) {
        const Source source(option, name + "=" + end);
        Diagnostics diagnostics;
        const auto read = of_parameter ? read_parameter(source, system, diagnostics)
                                       : read_initial_value(source, system, diagnostics, parameters);
        auto outside = read && of_parameter ? derived_outside(system, initial, *read) : std::nullopt;
        if (outside) {
            const std::string help = outside->notes.empty() ? "" : outside->notes[0].text;
            refusal =
                refused(Exit::usage, {.code = outside->code, .message = outside->message, .help = help});
            return std::nullopt;
        }
        if (!read || diagnostics.failed()) {
            refusal = rejected(diagnostics, source, session);
            refusal.exit = Exit::usage;
            return std::nullopt;
        }
        ends.push_back(*read);
    }
    if (!(ends[0].second.to_double() < ends[1].second.to_double())) {
        refusal = refused(Exit::usage, {.code = "interval-empty",
                                        .message = "the interval '" + trimmed(text.substr(equals + 1)) +
                                                   "' is empty: its first number must be the smaller one"});
        return std::nullopt;
    }
    ReadSweep out{.sweep = {.what = of_parameter ? Sweep::What::parameter : Sweep::What::initial_value,
                            .symbol = ends[0].first,
                            .name = name,
                            .from = ends[0].second.to_double(),
                            .to = ends[1].second.to_double()},
                  .unit = {}};
    for (const Parameter& p : system.parameters)
        if (p.symbol == ends[0].first) out.unit = unit_of(p);
    return out;
}

}  // namespace anholon::cli
