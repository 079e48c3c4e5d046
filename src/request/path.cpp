#include "request/path.hpp"

#include "base/text.hpp"
#include "model/state/parameter_values.hpp"
#include "request/method.hpp"
#include "request/words.hpp"

namespace anholon::request {

using Of = Refusal::Of;

TracedPath answer(const TracePath& request, const System& system) {
    const InitialStateOptions start = read_initial_state(request.start, system);
    const Point parameters = parameter_point(system, start);
    if (!request.start.until)
        throw Refusal(Of::words, "until-missing", "a path needs the value at which it ends", "--until VALUE");
    PathOptions options;
    options.until = number("--until", *request.start.until, system, parameters);
    if (request.start.every) {
        options.every = number("--every", *request.start.every, system, parameters);
        if (!(options.every > 0)) throw Refusal(Of::words, "every-bad", "--every takes a positive number");
    }
    if (request.start.tolerance)
        options.run.tolerance = tolerance(*request.start.tolerance, system, parameters);
    if (!request.method_name.empty()) options.run.method = &method_named(request.method_name);
    options.goes_on = request.goes_on;
    try {
        if (!request.by.empty()) options.velocity = path_velocity(Setting(system), request.by);
        const Flow flow(system, start);
        return path(flow, options);
    } catch (const NoPath& e) {
        throw Refusal(Of::system, "no-path", e.what());
    }
}

std::vector<Judgement> judged(const TracedPath& path) {
    constexpr double wrong_difference = 1e-6;
    std::vector<Judgement> out;
    if (path.difference > wrong_difference)
        out.push_back({Judgement::Severity::state, "path-differs",
                       "the path differs from the motion in time by " + scientific(path.difference, 1)});
    if (path.ended) out.push_back({Judgement::Severity::state, "path-ended", "the path ends " + *path.ended});
    return out;
}

}  // namespace anholon::request
