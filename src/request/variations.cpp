#include "request/variations.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "base/words.hpp"
#include "expr/print.hpp"
#include "model/state/parameter_values.hpp"
#include "request/failure.hpp"
#include "request/method.hpp"
#include "request/words.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

constexpr double most_rows = 1e6;

// "theta=1, w=0.5" as a vector in the variables of the flow.
std::vector<double> tangent(const std::string& words, const Flow& flow, const System& system,
                            const Point& parameters) {
    std::vector<std::string> names;
    for (const Expr& x : flow.equations().state) names.push_back(text(x));
    std::vector<double> v(names.size(), 0.0);
    std::vector<std::string> given;
    for (const std::string& part : split_outside_parentheses(words, ',')) {
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos)
            throw Refusal(Of::words, "tangent-bad", "--tangent takes NAME=VALUE, not '" + part + "'");
        const std::string name(without_blanks_around(part.substr(0, equals)));
        const auto found = std::ranges::find(names, name);
        if (found == names.end())
            throw Refusal(Of::words, "tangent-unknown", "the motion has no variable '" + name + "'",
                          did_you_mean(name, names, "its variables are " + joined(names)));
        if (std::ranges::find(given, name) != given.end())
            throw Refusal(Of::words, "tangent-twice", "--tangent gives '" + name + "' two values");
        given.push_back(name);
        v[static_cast<std::size_t>(found - names.begin())] =
            number("--tangent", part.substr(equals + 1), system, parameters);
    }
    if (std::ranges::all_of(v, [](double entry) { return entry == 0; }))
        throw Refusal(Of::words, "tangent-zero", "--tangent " + words + " is the vector 0");
    return v;
}

}  // namespace

VariedMotion answer(const Variations& request, const System& system) {
    const SimulationOptions motion = read_simulation(request.start, system);
    const Point parameters = parameter_point(system, motion.initial);
    VariationOptions options;
    options.until = motion.until;
    if (request.start.every) {
        options.every = number("--every", *request.start.every, system, parameters, seconds());
        if (!(options.every > 0)) throw Refusal(Of::words, "every-bad", "--every takes a positive number");
        if (std::fabs(options.until) / options.every > most_rows)
            throw Refusal(Of::words, "every-small", "--every would make more than a million rows");
    }
    if (request.start.tolerance)
        options.run.tolerance = tolerance(*request.start.tolerance, system, parameters);
    if (!request.method_name.empty()) options.run.method = &method_named(request.method_name);
    options.goes_on = request.goes_on;
    const Flow flow(system, motion.initial);
    for (const std::string& words : request.tangents)
        options.tangents.push_back(tangent(words, flow, system, parameters));
    for (std::size_t k = 0; k < flow.size() && request.tangents.empty(); ++k) {
        options.tangents.emplace_back(flow.size(), 0.0);
        options.tangents.back()[k] = 1;
    }
    return varied_motion(flow, options);
}

std::vector<Judgement> judged(const VariedMotion& motion) {
    if (!motion.ended) return {};
    return {{Judgement::Severity::state, "motion-ended",
             "the motion ends at t = " + decimal(motion.rows.back()[0], 10) + ": " + *motion.ended}};
}

}  // namespace anholon::request
