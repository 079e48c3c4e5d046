#include <atomic>
#include <cmath>
#include <cstdio>
#include <optional>
#include <thread>

#include "algebra/thread.hpp"
#include "base/deadline.hpp"
#include "benchmark.hpp"
#include "code/tiered.hpp"
#include "facts/questions.hpp"
#include "model/fork.hpp"
#include "model/model.hpp"
#include "motion/ensemble.hpp"
#include "systems.hpp"
#include "verify/verify.hpp"

// What a program that holds a moving system gets from it.
namespace anholon::bench {

namespace {

struct Slider {
    const char* model;
    const char* parameter;
    int from, to;  // in thousandths
    double until;
    std::optional<double> tolerance = {};
};

SimulationOptions options_of(const System& system, std::optional<double> tolerance = {}) {
    SimulationOptions options{.tolerance = tolerance, .make = tiered};
    if (!system.experiments.empty()) options.initial.experiment = &system.experiments[0];
    return options;
}

RunOptions moved_slider(const System& system, const Slider& slider, int place, int places) {
    RunOptions options{.until = slider.until, .every = slider.until};
    const Rational value(slider.from * places + (slider.to - slider.from) * place, 1000 * places);
    options.initial.parameters.emplace_back(system.c().find(slider.parameter), value);
    if (!system.experiments.empty()) options.initial.experiment = &system.experiments[0];
    return options;
}

// Against the series of a tolerance of 1e-18, of the slider's first place.
double error_of(const System& system, const Slider& slider, const SimulationResult& result) {
    const MovingSystem finest(system, options_of(system, 1e-18));
    const SimulationResult exact = Run(finest, moved_slider(system, slider, 0, 20)).run();
    double worst = 0;
    for (std::size_t k = 0; k < exact.final.size(); ++k)
        if (finest.columns()[k].kind != Observable::Kind::multiplier)
            worst = std::max(
                worst, std::abs(result.final[k] - exact.final[k]) / std::max(1.0, std::abs(exact.final[k])));
    return worst;
}

void sliders() {
    std::puts("\nA slider: a new value of a parameter, then the motion anew");
    Table table({"system", "parameter", "motion", "tolerance", "method", "error", "first run", "at each move",
                 "of it the start", ""});
    for (const Slider& slider :
         {Slider{"whipple-bicycle", "mB", 60000, 110000, 5}, Slider{"rattleback", "h", 5, 12, 5},
          Slider{"rattleback", "h", 5, 12, 5, 1e-10}, Slider{"chaplygin-sleigh", "m", 1000, 3000, 5}}) {
        const System system = system_of(of_gallery(slider.model));
        const auto start = std::chrono::steady_clock::now();
        const MovingSystem moving(system, options_of(system, slider.tolerance));
        const SimulationResult result = Run(moving, moved_slider(system, slider, 0, 20)).run();
        const double first = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        int place = 0;
        const double started = median_seconds(
            20, [&] { return moved_slider(system, slider, ++place, 20); },
            [&](const RunOptions& options) { Run run(moving, options); });
        place = 0;
        const double again = median_seconds(
            20, [&] { return moved_slider(system, slider, ++place, 20); },
            [&](const RunOptions& options) { Run(moving, options).run(); });
        const std::string tolerance = slider.tolerance ? small(*slider.tolerance) : "machine";
        const std::string method(result.method), error = small(error_of(system, slider, result));
        table.add({slider.model, slider.parameter, decimal(slider.until, 0) + " s", tolerance, method, error,
                   duration(first), duration(again), duration(started), verdict("≤ 15 ms", again <= 0.015)});
    }
    table.print();
}

void threads() {
    std::puts("\nAn ensemble: many motions of one moving system");
    Table table({"system", "motions", "one thread", "all cores", "cores", "speed-up"});
    const Slider slider{"chaplygin-sleigh", "m", 1000, 3000, 50};
    const System system = system_of(of_gallery(slider.model));
    const MovingSystem moving(system, options_of(system));
    constexpr int count = 400;
    std::vector<RunOptions> all;
    for (int k = 0; k < count; ++k) all.push_back(moved_slider(system, slider, k, count));
    Run(moving, all[0]).run();
    const auto seconds = [&](std::size_t cores) {
        return median_seconds(
            3, [] { return 0; }, [&](int) { ensemble(moving, all, {.threads = cores}); });
    };
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    const double one = seconds(1), many = seconds(cores);
    table.add({slider.model, anholon::bench::count(count), duration(one), duration(many),
               std::to_string(cores), decimal(one / many, 2) + "×"});
    table.print();
}

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// How long it takes from the request until the computation is gone.
double time_to_stop(const System& system, double after, auto&& work) {
    const Stop stop;
    std::atomic<bool> is_over = false;
    std::jthread worker([&] {
        try {
            const Stoppable here(stop);
            work(fork(system));
        } catch (const Cancelled&) {
        }
        release_thread_memory();
        is_over = true;
    });
    std::this_thread::sleep_for(std::chrono::duration<double>(after));
    const bool was_over = is_over;
    const auto start = std::chrono::steady_clock::now();
    stop.request();
    worker.join();
    return was_over ? 0 : seconds_since(start);
}

void stops() {
    std::puts("\nA computation that is asked to stop, at 12 times from 20 ms to 0.9 s after its start");
    Table table({"system", "question", "the longest way", ""});
    const System system = system_of(of_gallery("whipple-bicycle"));
    system.context->freeze();
    const auto worst = [&](auto&& work) {
        double longest = 0;
        for (int k = 0; k < 12; ++k) longest = std::max(longest, time_to_stop(system, 0.02 + 0.08 * k, work));
        return longest;
    };
    const double verified = worst([](const System& s) { verify(s); });
    const double answered = worst([](const System& s) {
        const Setting setting(s);
        for (const Question& question : all_questions()) answer(question, setting, Budget(30));
    });
    table.add({"whipple-bicycle", "verify", duration(verified), verdict("≤ 50 ms", verified <= 0.05)});
    table.add({"whipple-bicycle", "facts", duration(answered), verdict("≤ 50 ms", answered <= 0.05)});
    table.print();
}

}  // namespace

void library(const Options&) {
    print_heading("What a program gets that holds a moving system",
                  "Times are medians of 20, in one process");
    sliders();
    threads();
    stops();
}

}  // namespace anholon::bench
