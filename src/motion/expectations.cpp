#include "motion/expectations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/deadline.hpp"
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

void note(std::span<const double> row, const std::vector<TimedVerdict>& list) {
    for (std::size_t k = 0; k < list.size(); ++k) {
        if (list[k].first != row[0]) continue;
        ValueVerdict& v = *list[k].second;
        v.value = row[1 + 2 * k];
        v.wanted = row[2 + 2 * k];
        v.tolerance = v.expectation->tolerance.is_zero() ? 1e-9 * std::max(1.0, std::fabs(v.wanted))
                                                         : v.expectation->tolerance.to_double();
        v.holds = std::fabs(v.value - v.wanted) <= v.tolerance;
        v.reason.clear();
    }
}

// Whether it moves as a simulation without options would, so that nothing has to be derived and compiled for the expectations.
bool moves_by_default(const MovingSystem& moving) {
    const SimulationOptions& o = moving.options();
    return !o.method && !o.tolerance && o.quadratures.empty() && o.events.empty() && !o.keeps_contact &&
           moving.switches().is_empty();
}

// The motion from the model's own `init`.
SimulationResult moved(const System& system, const ValueOptions& options, RunOptions run,
                       const SimulationObserver& observer) {
    if (options.moving && moves_by_default(*options.moving))
        return Run(*options.moving, std::move(run)).run(observer);
    SimulationOptions own{.form = options.form, .make = options.make};
    own.until = run.until;
    own.at = std::move(run.at);
    own.columns = std::move(run.columns);
    return Simulation(system, std::move(own)).run(observer);
}

// The verdicts of one direction of time, in the order in which a motion meets them.
void check(const System& system, const ValueOptions& options, std::vector<TimedVerdict> list) {
    if (list.empty()) return;
    std::ranges::stable_sort(list, {}, [](const auto& item) { return std::fabs(item.first); });
    RunOptions run{.until = list.back().first, .columns = columns_of(list)};
    for (const auto& [t, verdict] : list) run.at.push_back(t);
    run.at.erase(std::unique(run.at.begin(), run.at.end()), run.at.end());
    std::string why;
    try {
        const SimulationResult result = moved(system, options, std::move(run),
                                              {.row = [&](std::span<const double> row) { note(row, list); }});
        if (result.end == SimulationResult::End::interrupted) Deadline::check();
        why = result.reason;
    } catch (const Unavailable& error) {
        why = error.what();
    } catch (const NoInitialState& error) {
        why = error.what();
    }
    for (const auto& [t, verdict] : list)
        if (!verdict->reason.empty()) verdict->reason = "the motion does not reach that time: " + why;
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
