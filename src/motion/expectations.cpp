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

// The verdicts of one direction of time, in the order in which a motion meets them.
void check(const System& system, const ValueOptions& options,
           std::vector<std::pair<double, ValueVerdict*>> list) {
    if (list.empty()) return;
    std::ranges::stable_sort(list, {}, [](const auto& item) { return std::fabs(item.first); });
    SimulationOptions run{.form = options.form, .make = options.make};
    run.until = list.back().first;
    run.columns.emplace();
    for (const auto& [t, verdict] : list) {
        run.at.push_back(t);
        const std::string number = std::to_string(run.columns->size() / 2);
        run.columns->push_back({"value" + number, verdict->expectation->left});
        run.columns->push_back({"wanted" + number, verdict->expectation->right});
    }
    run.at.erase(std::unique(run.at.begin(), run.at.end()), run.at.end());
    const auto note = [&](std::span<const double> row) {
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
    };
    std::string why;
    try {
        const SimulationResult result = Simulation(system, run).run({.row = note});
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
    std::vector<std::pair<double, ValueVerdict*>> forward, backward;
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
