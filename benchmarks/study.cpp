#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "benchmark.hpp"
#include "code/source/languages.hpp"
#include "integrate/runge_kutta/lanes.hpp"
#include "integrate/taylor/batch.hpp"
#include "request/reduced.hpp"
#include "study/flow.hpp"
#include "study/variations.hpp"
#include "systems.hpp"

// What charts are made of: many rattlebacks, each with a tangent vector, on one core.
namespace anholon::bench {
namespace {

constexpr double until = 2, tolerance = 1e-9;

struct Motions {
    std::string name;
    RateEquations equations;  // without unknowns
    std::vector<BatchStart> starts;
};

// Motions that start beside each other, with a tangent vector behind the state if there is to be one.
Motions neighbours(const std::string& name, const Flow& flow, std::size_t tangents, std::size_t count) {
    Motions out{name, tangents > 0 ? with_variations(flow.equations(), tangents) : flow.equations(), {}};
    for (std::size_t k = 0; k < count; ++k) {
        BatchStart start{flow.start(), flow.parameters()};
        start.x.back() += 1e-3 * static_cast<double>(k) / static_cast<double>(count);
        for (std::size_t i = 0; i < tangents * flow.size(); ++i)
            start.x.push_back(0.3 + 0.1 * static_cast<double>(i % 7));
        out.starts.push_back(std::move(start));
    }
    return out;
}

struct Speed {
    double motions = 0, step = 0;  // motions per second; seconds per step of a motion
    std::size_t lanes = 1;
};

// The quickest of three runs.
Speed measured(const Motions& m, MakeLanes make, const LaneOptions& options) {
    const auto method = make(m.equations, options);
    const auto some = std::span(m.starts).first(method->lanes > 1 ? m.starts.size() : m.starts.size() / 8);
    Speed out{.lanes = method->lanes};
    for (int k = 0; k < 3; ++k) {
        std::size_t steps = 0;
        const double seconds = seconds_of([&] {
            for (const BatchEnd& end : integrate_batch(*method, some, until)) {
                if (end.outcome != Step::Outcome::advanced)
                    throw std::runtime_error("a motion ended early: " + end.reason);
                steps += end.steps;
            }
        });
        const double rate = static_cast<double>(some.size()) / seconds;
        if (rate > out.motions) out.motions = rate, out.step = seconds / static_cast<double>(steps);
    }
    return out;
}

// Motions per second by SciPy, with the exported right-hand side: of one motion.
double by_scipy(const Options& options, const Motions& m) {
    const auto file =
        std::filesystem::temp_directory_path() / ("anholon_study_" + std::to_string(getpid()) + ".py");
    std::ofstream(file) << python(m.equations, {});
    std::vector<std::string> words{file.string(), decimal(until, 6), small(tolerance)};
    for (const double x : m.starts[0].x) words.push_back(decimal(x, 17));
    const auto ways = peer_ways(options, "scipy", "motion_scipy.py", words);
    std::filesystem::remove(file);
    return ways.empty() ? 0 : 1 / ways[0].numbers.at(0);
}

}  // namespace

void study(const Options& options) {
    print_heading("study: rattlebacks with a tangent vector, as charts follow them.",
                  "Times are the best of three");
    const System full = system_of(of_gallery("rattleback"));
    const System core = request::reduced(system_of(of_gallery("rattleback"))).system;
    const Flow of_full(full, {}), of_core(core, {});
    constexpr std::size_t count = 512;
    const Motions tangent = neighbours("core with a tangent vector", of_core, 1, count);
    std::printf("%zu motions, T = %g, tolerance %g, one core\n\n", count, until, tolerance);
    Table table({"state", "method", "lanes", "variables", "motions/s", "a step of a motion", "efficiency",
                 "ratio", ""});
    const Speed plain =
        measured(tangent, dop853_lanes, {.tolerance = tolerance, .lanes = 1, .is_plain = true});
    Speed ours;
    const auto add = [&](const Motions& m, const char* method, const Speed& s, const std::string& efficiency,
                         double goal) {
        const double ratio = ours.motions / s.motions;
        table.add({m.name, method, std::to_string(s.lanes), std::to_string(m.equations.state.size()),
                   bench::count(static_cast<std::size_t>(s.motions)), duration(s.step), efficiency,
                   decimal(ratio, 1) + "×",
                   goal > 0 ? verdict("≥ " + decimal(goal, 0) + "×", ratio >= goal) : ""});
    };
    for (const std::size_t lanes : {8, 4}) {
        const Speed s = measured(tangent, dop853_lanes, {.tolerance = tolerance, .lanes = lanes});
        if (s.motions > ours.motions) ours = s;
    }
    for (const std::size_t lanes : {8, 4}) {
        const Speed s = measured(tangent, dop853_lanes, {.tolerance = tolerance, .lanes = lanes});
        add(tangent, "dop853", s, decimal(plain.step / s.step / static_cast<double>(s.lanes), 2), 0);
    }
    add(tangent, "dop853, lane by lane", plain, "", 0);
    const Motions full_tangent = neighbours("full state with a tangent vector", of_full, 1, count);
    const Motions full_alone = neighbours("full state", of_full, 0, count);
    add(full_tangent, "dop853", measured(full_tangent, dop853_lanes, {.tolerance = tolerance}), "", 0);
    add(full_tangent, "taylor", measured(full_tangent, taylor_lanes, {.tolerance = tolerance}), "", 5);
    add(full_alone, "taylor", measured(full_alone, taylor_lanes, {.tolerance = tolerance}), "", 0);
    table.print();
    const double scipy = by_scipy(options, tangent);
    if (scipy > 0)
        std::printf(
            "\nSciPy's DOP853 with the exported right-hand side of the core with its tangent: %s "
            "motions/s; ratio %s  %s\n",
            decimal(scipy, 2).c_str(), (decimal(ours.motions / scipy, 0) + "×").c_str(),
            verdict("≥ 50×", ours.motions / scipy >= 50).c_str());
}

}  // namespace anholon::bench
