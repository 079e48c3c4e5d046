#include "study/limit.hpp"

#include <algorithm>
#include <cmath>

#include "base/deadline.hpp"
#include "base/text.hpp"
#include "code/tiered.hpp"
#include "motion/simulation.hpp"

namespace anholon {

namespace {

double distance(const std::vector<double>& x, const std::vector<double>& y) {
    double out = 0;
    for (std::size_t k = 0; k < x.size(); ++k)
        out = std::max(out, std::abs(x[k] - y[k]) / std::max(1.0, std::abs(y[k])));
    return out;
}

EndOfMotion end_by(const System& system, SimulationOptions options) {
    Simulation simulation(system, std::move(options));
    const SimulationResult result = simulation.run();
    Deadline::check();  // a motion that was stopped tends to nothing
    if (result.end != SimulationResult::End::reached)
        throw NoLimit("the motion ends at t = " + decimal(result.t, 6) +
                      (result.reason.empty() ? "" : ": " + result.reason));
    EndOfMotion out{.values = {}, .method = std::string(result.method)};
    for (std::size_t k = 0; k < simulation.columns().size(); ++k)
        if (simulation.columns()[k].kind != Observable::Kind::time) out.values.push_back(result.final[k]);
    return out;
}

}  // namespace

EndOfMotion end_of_motion(const System& system, const std::vector<Observable>& columns, double until,
                          const InitialStateOptions& start, std::optional<double> tolerance, Decay decay) {
    SimulationOptions options;
    options.initial = start;
    options.until = until;
    options.every = std::abs(until);
    options.method = find_method(decay == Decay::fast ? "cvode-bdf" : "dop853");
    options.tolerance = tolerance.value_or(decay == Decay::fast ? 1e-12 : 1e-13);
    options.columns = columns;
    options.make = tiered;
    EndOfMotion out = end_by(system, options);
    *options.tolerance *= 30;
    out.error = std::max(distance(end_by(system, std::move(options)).values, out.values), 1e-14);
    return out;
}

Approach approach(const std::vector<double>& numbers, const std::vector<EndOfMotion>& ends,
                  const EndOfMotion& to) {
    constexpr double enough = 10;                 // times the error
    constexpr double certain = 0.2, none = 0.05;  // exponents of a limit, and of what stays away
    constexpr double steady = 0.25;               // change of the exponent up to the last one
    Approach out;
    std::optional<std::size_t> best, last;
    double least_change = INFINITY;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        out.distances.push_back(distance(ends[k].values, to.values));
        out.floors.push_back(enough * (ends[k].error + to.error));
        out.exponents.emplace_back();
        const auto is_seen = [&](std::size_t i) { return out.distances[i] > out.floors[i]; };
        if (k == 0 || !is_seen(k) || !is_seen(k - 1)) continue;
        const double exponent =
            std::log(out.distances[k] / out.distances[k - 1]) / std::log(numbers[k] / numbers[k - 1]);
        out.exponents[k] = exponent;
        last = k;
        const double change = out.exponents[k - 1] ? std::abs(exponent - *out.exponents[k - 1]) : 1e300;
        if (change > least_change) continue;
        least_change = change;
        best = k;
    }
    if (!best) return out;
    // The steadiest exponent may be of a decrease that stops later on.
    const bool lasts = std::abs(*out.exponents[*last] - *out.exponents[*best]) < steady;
    if (!lasts) best = last;
    out.exponent = out.exponents[*best];
    // Towards infinity a limit has a negative exponent, towards 0 a positive one.
    const double sign = numbers.back() > numbers.front() ? -1 : 1;
    const double decrease = sign * *out.exponent;
    if (lasts && std::min(decrease, sign * *out.exponents[*last]) > certain) out.tends = Answer::yes;
    if (std::abs(decrease) < none) out.tends = Answer::no;
    out.rounded_exponent = std::round(2 * *out.exponent) / 2;
    for (std::size_t k = 0; k < to.values.size(); ++k) {
        const double difference = ends[*best].values[k] - to.values[k],
                     error = out.floors[*best] / enough * std::max(1.0, std::abs(to.values[k]));
        const double seen = std::abs(difference) > error ? difference : 0;
        out.factors.push_back(seen * std::pow(numbers[*best], -out.rounded_exponent));
    }
    return out;
}

}  // namespace anholon
