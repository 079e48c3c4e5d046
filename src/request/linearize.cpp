#include "request/linearize.hpp"

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "base/words.hpp"
#include "model/request.hpp"
#include "model/state/parameter_values.hpp"
#include "request/standstill_words.hpp"
#include "request/words.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

// One end of the interval: name=value.
Assignment read_end(const char* option, const std::string& word, bool of_parameter, const System& system,
                    const InitialStateOptions& initial) {
    const Source source(option, word);
    Diagnostics said;
    const auto read = of_parameter
                          ? read_parameter(source, system, said)
                          : read_initial_value(source, system, said, parameter_point(system, initial));
    if (!read || said.failed()) throw Refusal(said, source);
    if (of_parameter) refuse_derived_outside(system, initial, *read);
    return *read;
}

}  // namespace

LinearisationOptions read_standstill(const Linearize& request, const System& system) {
    LinearisationOptions options{request.at, read_initial_state(request.start, system), {}};
    refuse_moving(options, system);
    for (const std::string& text : request.where) options.where.push_back(condition("--where", text, system));
    return options;
}

ReadSweep read_sweep(const char* option, const std::string& text, const System& system,
                     const InitialStateOptions& initial) {
    const std::size_t equals = text.find('='),
                      dots = text.find("..", equals == std::string::npos ? 0 : equals);
    const std::string name = without_blanks_around(text.substr(0, equals));
    if (equals == std::string::npos || dots == std::string::npos || name.empty())
        throw Refusal(Of::words, "interval-bad",
                      std::string(option) + " takes NAME=LOW..HIGH, not '" + text + "'",
                      std::string(option) + " v=1..10");
    const bool of_parameter = is_parameter(name, system);
    const auto end = [&](const std::string& value) {
        return read_end(option, name + "=" + without_blanks_around(value), of_parameter, system, initial);
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
    out.unit = shown_unit(system, low.first);
    return out;
}

std::variant<Linearisation, CriticalValuesFound> answer(const Linearize& request, const System& system) {
    const LinearisationOptions options = read_standstill(request, system);
    if (request.critical.empty()) return linearisation(system, options);
    const ReadSweep read = read_sweep("--critical", request.critical, system, options.initial);
    const bool moves =
        read.sweep.what == Sweep::What::initial_value && !may_stand_still(read.sweep.symbol, system);
    if (moves && request.at == Standstill::equilibrium) refuse_velocity(read.sweep.name);
    return CriticalValuesFound{critical_values(system, options, read.sweep), read.unit};
}

std::variant<Linearisation, CriticalValuesFound> answer(const Linearize& request,
                                                        StandstillEquations& equations) {
    if (!request.critical.empty()) return answer(request, equations.system());
    return linearisation(equations, read_standstill(request, equations.system()));
}

}  // namespace anholon::request
