#include "motion/expectations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/deadline.hpp"
#include "base/text.hpp"
#include "expr/enclosure.hpp"

namespace anholon {

namespace {

double time_of(const System& system, const Expectation& e) {
    Point at;
    for (const Parameter& p : system.parameters) at.emplace_back(p.symbol, p.value);
    const Ball t = enclosure(e.time, at);
    return t.is_finite() ? t.midpoint() : std::numeric_limits<double>::quiet_NaN();
}

using TimedVerdict = std::pair<double, ValueVerdict*>;

std::vector<Observable> columns_of(const std::vector<TimedVerdict>& list) {
    std::vector<Observable> columns;
    for (const auto& [t, verdict] : list) {
        const std::string number = std::to_string(columns.size() / 2);
        columns.push_back({"value" + number, verdict->expectation->left});
        columns.push_back({"wanted" + number, verdict->expectation->right});
    }
    return columns;
}

// The values at the time of a row.
void note(std::span<const double> row, const std::vector<TimedVerdict>& list) {
    for (std::size_t k = 0; k < list.size(); ++k) {
        if (list[k].first != row[0]) continue;
        ValueVerdict& v = *list[k].second;
        v.value = row[1 + 2 * k];
        v.wanted = row[2 + 2 * k];
        v.tolerance = v.expectation->tolerance.is_zero() ? 1e-9 * std::max(1.0, std::fabs(v.wanted))
                                                         : v.expectation->tolerance.to_double();
        v.reason.clear();
    }
}

// By how much the differences of value and wanted differ in a second row of the same time.
void compare(std::span<const double> row, const std::vector<TimedVerdict>& list) {
    for (std::size_t k = 0; k < list.size(); ++k) {
        if (list[k].first != row[0]) continue;
        ValueVerdict& v = *list[k].second;
        v.error = std::fabs((row[1 + 2 * k] - row[2 + 2 * k]) - (v.value - v.wanted));
    }
}

// A value decides only where the errors of the motion cannot change the decision.
void decide(ValueVerdict& v) {
    const double distance = std::fabs(v.value - v.wanted);
    const bool is_sure = distance <= v.tolerance ? v.error <= v.tolerance : distance > v.tolerance + v.error;
    v.holds = is_sure && distance <= v.tolerance;
    if (!is_sure)
        v.reason = "the motion is known to " + decimal(v.error, 1) + " only at that time, its value is " +
                   decimal(v.value, 6);
}

// Whether it moves as a simulation without options would, so that nothing has to be derived and compiled for the expectations.
bool moves_by_default(const MovingSystem& moving) {
    const SimulationOptions& o = moving.options();
    return !o.method && !o.tolerance && o.quadratures.empty() && o.events.empty() && !o.keeps_contact &&
           moving.switches().is_empty();
}

// The verdicts of one direction of time, in the order in which a motion meets them. The motion from the model's own `init` is
// computed twice, by other steps the second time: from there on rounding and truncation differ, and the difference shows how far
// errors have grown.
void check(const System& system, const ValueOptions& options, std::vector<TimedVerdict> list) {
    if (list.empty()) return;
    std::ranges::stable_sort(list, {}, [](const auto& item) { return std::fabs(item.first); });
    const double until = list.back().first;
    std::vector<double> times;
    for (const auto& [t, verdict] : list) times.push_back(t);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    std::string why;
    try {
        std::optional<MovingSystem> own;
        RunOptions run{.until = until, .at = times};
        if (options.moving && moves_by_default(*options.moving)) {
            run.columns = columns_of(list);
        } else {
            SimulationOptions alone{.form = options.form, .make = options.make};
            alone.until = until;
            alone.at = times;
            alone.columns = columns_of(list);
            own.emplace(system, std::move(alone));
        }
        const MovingSystem& moving = own ? *own : *options.moving;
        const SimulationResult result =
            Run(moving, run).run({.row = [&](std::span<const double> row) { note(row, list); }});
        if (result.end == SimulationResult::End::interrupted) Deadline::check();
        why = result.reason;
        const auto first = std::ranges::find_if(times, [](double t) { return t != 0; });
        if (first != times.end()) {
            constexpr double golden_ratio = 0.618034;
            run.until = *first * golden_ratio / 8;
            const SimulationObserver observer{
                .row = [&](std::span<const double> row) { compare(row, list); }};
            Run other(moving, run);
            other.run(observer);
            other.head_for(until);
            if (other.run(observer).end == SimulationResult::End::interrupted) Deadline::check();
        }
    } catch (const Unavailable& error) {
        why = error.what();
    } catch (const NoInitialState& error) {
        why = error.what();
    }
    for (const auto& [t, verdict] : list) {
        if (!verdict->reason.empty())
            verdict->reason = "the motion does not reach that time: " + why;
        else
            decide(*verdict);
    }
}

}  // namespace

std::vector<ValueVerdict> check_values(const System& system, const ValueOptions& options) {
    std::vector<ValueVerdict> verdicts;
    for (const Expectation& e : system.expectations)
        if (e.kind == Expectation::Kind::value) verdicts.push_back({.expectation = &e, .reason = "not met"});
    std::vector<TimedVerdict> forward, backward;
    for (ValueVerdict& v : verdicts) {
        const double t = time_of(system, *v.expectation);
        if (!std::isfinite(t))
            v.reason = "its time is not a number";
        else
            (t < 0 ? backward : forward).emplace_back(t, &v);
    }
    check(system, options, forward);
    check(system, options, backward);
    return verdicts;
}

}  // namespace anholon
