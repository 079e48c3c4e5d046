#include "request/lyapunov.hpp"

#include <cmath>

#include "base/text.hpp"
#include "model/state/parameter_values.hpp"
#include "request/method.hpp"
#include "request/words.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

}  // namespace

LyapunovOptions read(const Lyapunov& request, const System& system) {
    const InitialStateOptions start = read_initial_state(request.start, system);
    const Point parameters = parameter_point(system, start);
    LyapunovOptions options;
    if (request.start.until)
        options.until = number("--until", *request.start.until, system, parameters, seconds());
    if (options.until == 0) throw Refusal(Of::words, "until-zero", "--until 0 leaves no time for averages");
    options.transient = std::fabs(options.until) / 10;
    if (request.transient) {
        options.transient = number("--transient", *request.transient, system, parameters, seconds());
        if (!(options.transient >= 0 && options.transient < std::fabs(options.until)))
            throw Refusal(Of::words, "transient-bad",
                          "--transient takes a time from 0 to less than that of --until, " +
                              decimal(std::fabs(options.until), 6));
    }
    if (request.start.tolerance) options.tolerance = tolerance(*request.start.tolerance, system, parameters);
    if (request.count) options.count = count("--count", *request.count, 10'000);
    if (!request.method_name.empty()) options.method = &method_named(request.method_name);
    options.seed = request.seed;
    options.goes_on = request.goes_on;
    options.averages = request.averages;
    return options;
}

LyapunovSpectrum answer(const Lyapunov& request, const System& system) {
    const LyapunovOptions options = read(request, system);
    Flow flow(system, read_initial_state(request.start, system));
    return lyapunov_spectrum(flow, options);
}

}  // namespace anholon::request
