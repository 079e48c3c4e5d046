#include <cmath>
#include <cstdio>
#include <optional>

#include "benchmark.hpp"
#include "cases.hpp"
#include "integrate/runge_kutta/lanes.hpp"
#include "integrate/taylor/batch.hpp"

namespace anholon::bench {
namespace {

// Motions that start beside each other.
std::vector<BatchStart> neighbours(const Case& c, std::size_t motions) {
    std::vector<BatchStart> starts(motions, {c.x, c.p});
    for (std::size_t k = 0; k < motions; ++k)
        starts[k].x.back() += 1e-3 * static_cast<double>(k) / static_cast<double>(motions);
    return starts;
}

void by_series(const Case& c) {
    const std::size_t motions = 10000;
    std::printf("\n%s of %s motions side by side, T = %.0f, one core\n", c.name.c_str(),
                count(motions).c_str(), c.until);
    const std::vector<BatchStart> starts = neighbours(c, motions);
    Table table({"lanes", "motions/s", "a step of a lane", "against lane by lane", "efficiency",
                 "against the single motion", ""});
    const auto measured = [&](BatchOptions options) {
        double seconds = 0;
        std::size_t steps = 0;
        const std::size_t count = options.lanes > 1 ? motions : 1000;
        seconds = seconds_of([&] {
            for (const BatchEnd& end :
                 integrate_batch(c.equations, std::span(starts).first(count), c.until, options).ends)
                steps += end.steps;
        });
        return std::pair{static_cast<double>(count) / seconds, seconds / static_cast<double>(steps)};
    };
    const double single = measured({.method = taylor_lanes, .lanes = 1}).second;
    const double plain = measured({.method = taylor_lanes, .lanes = 1, .is_plain = true}).second;
    table.add({"1, single", "", duration(single), "", "", "", "vectors along the orders"});
    table.add({"1, plain", "", duration(plain), "", "", "", "the code of the lanes, one of them"});
    for (const std::size_t lanes : {4, 8}) {
        const auto [rate, step] = measured({.method = taylor_lanes, .lanes = lanes});
        const double efficiency = plain / step / static_cast<double>(lanes);
        table.add({std::to_string(lanes), count(static_cast<std::size_t>(rate)), duration(step),
                   decimal(plain / step, 2) + "×", decimal(efficiency, 2), decimal(single / step, 2) + "×",
                   verdict("≥ 6,000 motions/s", rate >= 6000) + "; " +
                       verdict("efficiency ≥ 0.75", efficiency >= 0.75)});
    }
    table.print();
}

// --- At a given error

// The largest error of some of the motions, against the series of a tolerance of 1e-18.
struct Sample {
    explicit Sample(const Case& c, const std::vector<BatchStart>& all) : until(c.until) {
        for (std::size_t k = 0; k < all.size(); k += all.size() / 24) starts.push_back(all[k]);
        for (BatchEnd& end :
             integrate_batch(c.equations, starts, until, {.method = taylor_lanes, .tolerance = 1e-18}).ends)
            exact.push_back(std::move(end.x));
    }
    double error(const LaneMethod& method) const {
        const std::vector<BatchEnd> ends = integrate_batch(method, starts, until);
        double worst = 0;
        for (std::size_t k = 0; k < ends.size(); ++k) {
            if (ends[k].outcome != Step::Outcome::advanced) return HUGE_VAL;
            worst = std::max(worst, distance(ends[k].x, exact[k]));
        }
        return worst;
    }
    double until;
    std::vector<BatchStart> starts;
    std::vector<std::vector<double>> exact;
};

struct Way {
    const char* name;
    MakeLanes make;
    std::size_t lanes;
    ErrorMeasure measure = ErrorMeasure::variable;
};

struct Found {
    std::unique_ptr<LaneMethod> method;
    double tolerance, error;
};

// With the loosest tolerance, of three per power of ten, that keeps the error.
std::optional<Found> loosest(const Case& c, const Sample& sample, const Way& way, double error) {
    for (double tolerance = 1e3 * error; tolerance > 1e-17; tolerance /= std::cbrt(10)) {
        auto method =
            way.make(c.equations, {.tolerance = tolerance, .lanes = way.lanes, .measure = way.measure});
        const double found = sample.error(*method);
        if (found <= error) return Found{std::move(method), tolerance, found};
    }
    return std::nullopt;
}

// The quickest of three runs.
double motions_per_second(const LaneMethod& method, std::span<const BatchStart> starts, double until,
                          double& step) {
    double best = HUGE_VAL;
    std::size_t steps = 0;
    for (int k = 0; k < 3; ++k) {
        steps = 0;
        best = std::min(best, seconds_of([&] {
                            for (const BatchEnd& end : integrate_batch(method, starts, until))
                                steps += end.steps;
                        }));
    }
    step = best / static_cast<double>(steps);
    return static_cast<double>(starts.size()) / best;
}

void at_given_errors(const Case& c, double wanted_at_12, double wanted_at_9) {
    const std::size_t motions = 512;
    std::printf(
        "\n%s in form %s of %s motions side by side, T = %.0f, one core: the loosest tolerance that keeps "
        "the error;\n"
        "errors are the largest of 24 motions against the series of a tolerance of 1e-18\n",
        c.name.c_str(), c.form.c_str(), count(motions).c_str(), c.until);
    const std::vector<BatchStart> starts = neighbours(c, motions);
    const Sample sample(c, starts);
    Table table(
        {"error asked", "method", "lanes", "tolerance", "error", "motions/s", "a step of a lane", ""});
    constexpr Way ways[] = {{"dop853", dop853_lanes, 8},
                            {"dop853", dop853_lanes, 4},
                            {"dop853", dop853_lanes, 1},
                            {"taylor", taylor_lanes, 8},
                            {"taylor, one norm", taylor_lanes, 8, ErrorMeasure::norm}};
    for (const double error : {1e-12, 1e-9}) {
        double best = 0;
        for (const Way& way : ways) {
            const auto found = loosest(c, sample, way, error);
            if (!found) {
                table.add({small(error), way.name, std::to_string(way.lanes), "", "", "", "", "not reached"});
                continue;
            }
            double step = 0;
            const auto some = std::span(starts).first(found->method->lanes > 1 ? motions : motions / 8);
            const double rate = motions_per_second(*found->method, some, c.until, step);
            best = std::max(best, rate);
            table.add({small(error), way.name, std::to_string(found->method->lanes), small(found->tolerance),
                       small(found->error), count(static_cast<std::size_t>(rate)), duration(step),
                       found->method->why_fewer});
        }
        const double wanted = error < 1e-10 ? wanted_at_12 : wanted_at_9;
        if (wanted > 0)
            table.add({small(error), "the quickest", "", "", "", count(static_cast<std::size_t>(best)), "",
                       verdict("≥ " + count(static_cast<std::size_t>(wanted)) + "/s", best >= wanted)});
    }
    table.print();
}

}  // namespace

void ensemble(const Options&) {
    print_heading("ensemble: many motions side by side.");
    by_series(prepared(of_gallery("rolling-disc", ""), 100));
    by_series(prepared(reference_disc(), 100));
    at_given_errors(prepared(reference_disc(), 100), 4500, 0);
    at_given_errors(prepared(of_gallery("rattleback", ""), 2), 1500, 5000);
    at_given_errors(core_of(of_gallery("rattleback", ""), 2), 1500, 5000);
}

}  // namespace anholon::bench
