#include "motion/expectations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/deadline.hpp"
#include "base/text.hpp"
#include "expr/enclosure.hpp"
#include "model/state/least_movement.hpp"

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
        if (row[0] == 0) v.error = 0;
        v.value = row[1 + 2 * k];
        v.wanted = row[2 + 2 * k];
        v.tolerance = v.expectation->tolerance.is_zero() ? 1e-9 * std::max(1.0, std::fabs(v.wanted))
                                                         : v.expectation->tolerance.to_double();
        v.reason.clear();
    }
}

// By how much the differences of value and wanted differ in other rows of the same time, at most.
void compare(std::span<const double> row, const std::vector<TimedVerdict>& list) {
    for (std::size_t k = 0; k < list.size(); ++k) {
        if (list[k].first != row[0]) continue;
        ValueVerdict& v = *list[k].second;
        const double change = std::fabs((row[1 + 2 * k] - row[2 + 2 * k]) - (v.value - v.wanted));
        v.error = v.error ? std::max(*v.error, change) : change;
    }
}

// Would the decision be the same with an error that is larger by a factor?
bool is_sure(const ValueVerdict& v, double factor) {
    if (!v.error) return false;
    const double distance = std::fabs(v.value - v.wanted), error = factor * *v.error;
    return distance <= v.tolerance ? error <= v.tolerance : distance > v.tolerance + error;
}

// Two motions may agree by chance: their difference has to be far smaller than what decides. Of five motions the largest difference is
// rarely several times smaller than the error.
constexpr double factor_of_two = 1000, factor_of_five = 4;

// Other steps and starts do not reveal this: every step rounds, as the start does, at worst all in the same direction, and the phase of a
// regular motion then drifts with the square of their number. A value is refuted only where that is allowed for.
double drift_by_rounding(const ValueVerdict& v, std::size_t steps) {
    const auto n = static_cast<double>(steps);
    const double size = std::max(std::fabs(v.value), std::fabs(v.wanted));
    return std::min(n * *v.error, n * n * 0x1p-53 * size);
}

void decide(ValueVerdict& v, std::size_t steps) {
    if (!v.error) {
        v.reason = "the motion reaches that time by some steps only, its value is " + decimal(v.value, 6);
        return;
    }
    const double distance = std::fabs(v.value - v.wanted);
    const bool is_met = distance <= v.tolerance;
    const double drift = is_met ? 0 : drift_by_rounding(v, steps);
    if ((is_sure(v, factor_of_two) || is_sure(v, factor_of_five)) &&
        (is_met || distance > v.tolerance + drift))
        v.holds = is_met;
    else
        v.reason = "the motion is known to " + decimal(std::max(factor_of_five * *v.error, drift), 1) +
                   " only at that time, its value is " + decimal(v.value, 6);
}

// Whether it moves as a simulation without options would, so that nothing has to be derived and compiled for the expectations.
bool moves_by_default(const MovingSystem& moving) {
    const SimulationOptions& o = moving.options();
    return !o.method && !o.tolerance && o.quadratures.empty() && o.events.empty() && !o.keeps_contact &&
           moving.switches().is_empty();
}

// The verdicts of one direction of time, in the order in which a motion meets them. The motion from the model's own `init` is
// computed again by other steps, from a start that is rounded otherwise: the differences show how far errors have grown. Where they
// come near to what decides, it is computed thrice more.

// Initial values of the model, changed by as much as rounding them to doubles may have done.
std::vector<std::pair<Expr, Rational>> rounded_otherwise(const System& system, const InitialState& initial,
                                                         int sign) {
    std::vector<std::pair<Expr, Rational>> out;
    for (const auto* list : initial.parts())
        for (const InitialVariable& x : *list) {
            const auto is_given = [&](const InitialValue& i) { return i.symbol == x.symbol; };
            if (x.value != 0 && std::ranges::any_of(system.init, is_given))
                out.emplace_back(x.symbol, rational(std::nextafter(
                                               x.value, sign * std::numeric_limits<double>::infinity())));
            sign = -sign;
        }
    return out;
}

void check(const System& system, const ValueOptions& options, std::vector<TimedVerdict> list) {
    if (list.empty()) return;
    std::ranges::stable_sort(list, {}, [](const auto& item) { return std::fabs(item.first); });
    const double until = list.back().first;
    std::vector<double> times;
    for (const auto& [t, verdict] : list) times.push_back(t);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    std::string why;
    std::size_t steps = 0;
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
        Run motion(moving, run);
        const InitialState initial = motion.initial();
        const SimulationResult result =
            motion.run({.row = [&](std::span<const double> row) { note(row, list); }});
        if (result.end == SimulationResult::End::interrupted) Deadline::check();
        why = result.reason;
        steps = result.steps;
        const auto first = std::ranges::find_if(times, [](double t) { return t != 0; });
        if (first != times.end()) {
            const SimulationObserver observer{
                .row = [&](std::span<const double> row) { compare(row, list); }};
            int sign = 1;
            for (const double first_stop : {0.077254, 0.123607, 0.206011, 0.309017}) {
                run.until = *first * first_stop;
                run.initial.values = rounded_otherwise(system, initial, sign);
                sign = -sign;
                Run other(moving, run);
                other.run(observer);
                other.head_for(until);
                if (other.run(observer).end == SimulationResult::End::interrupted) Deadline::check();
                if (std::ranges::all_of(
                        list, [](const TimedVerdict& v) { return is_sure(*v.second, factor_of_two); }))
                    break;
            }
        }
    } catch (const Unavailable& error) {
        why = error.what();
    } catch (const NoInitialState& error) {
        why = error.what();
    }
    for (const TimedVerdict& item : list) {
        ValueVerdict& verdict = *item.second;
        if (verdict.reason.empty())
            decide(verdict, steps);
        else if (list.size() > 1)
            check(system, options, {item});  // another one may have ended the motion
        else
            verdict.reason =
                why.find("'value0'") != std::string::npos || why.find("'wanted0'") != std::string::npos
                    ? "it has no finite value at that time"
                    : "the motion does not reach that time: " + why;
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
