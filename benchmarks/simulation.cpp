#include "simulation.hpp"

#include <cmath>
#include <cstdio>
#include <optional>

#include "benchmark.hpp"
#include "code/tiered.hpp"
#include "model/gallery.hpp"
#include "model/model.hpp"
#include "motion/simulation.hpp"
#include "systems.hpp"

namespace anholon::bench {
namespace {

// The quickest of several calls: what the machine can do when nothing else does.
double best_seconds(auto&& work) {
    double best = seconds_of(work), spent = best;
    for (int k = 0; k < 200 && (k < 4 || spent < 0.15); ++k) {
        const double again = seconds_of(work);
        spent += again;
        best = std::min(best, again);
    }
    return best;
}

// A single row, at the end.
SimulationOptions options_of(const System& system, double until) {
    SimulationOptions options{.until = until, .every = until, .make = tiered};
    for (const Experiment& e : system.experiments)
        if (e.name == "default") options.initial.experiment = &e;
    return options;
}

// The integrator of a run alone, from the state in which the run starts to where it has come.
struct Bare {
    Bare(const MovingSystem& moving, const SimulationResult& result) : until(result.t) {
        SimulationSeconds seconds;
        const auto compiled = moving.carrier(std::nullopt, seconds);
        integrator = moving.integrator(*compiled, *find_method(result.method), 1, seconds);
        p = moving.parameters(moving.options().initial);
        ActiveForm form = compiled->form;
        x.resize(form.size());
        form.write(0, law_state(moving), p, x);
    }

    static std::vector<double> law_state(const MovingSystem& moving) {
        const InitialState start = moving.initial_state(moving.options().initial);
        std::vector<double> y;
        for (const Expr& symbol : moving.law().equations().state)
            for (const auto* list : {&start.q, &start.v, &start.lambda})
                for (const InitialVariable& variable : *list)
                    if (variable.symbol == symbol) y.push_back(variable.value);
        return y;
    }

    void run() {
        integrator->start(0, x, p);
        for (steps = 0; integrator->time() != until; ++steps)
            if (integrator->step(until).outcome != Step::Outcome::advanced) break;
    }

    double until;
    std::unique_ptr<Integrator> integrator;
    std::vector<double> x, p;
    std::size_t steps = 0;
};

struct Cost {
    double run, step;  // seconds per step
    std::size_t steps;
    std::string_view method;
    double ratio() const { return run / step; }
};

// Of a run, its start not counted, when everything that pays has been compiled.
double run_seconds(const MovingSystem& moving) {
    double best = 1e9, spent = 0;
    for (int k = 0; k < 2000 && (k < 10 || spent < 0.6); ++k) {
        Run run(moving);
        const double seconds = seconds_of([&] { run.run(); });
        spent += seconds;
        best = std::min(best, seconds);
    }
    return best;
}

// Long enough to have some hundred steps.
std::optional<Cost> cost(const System& system) {
    for (double until = 10; until <= 640; until *= 4) {
        const MovingSystem moving(system, options_of(system, until));
        const SimulationResult result = Run(moving).run();
        if (result.steps < 300 && result.end == SimulationResult::End::reached) continue;
        if (result.steps < 100 || result.switches > 0 || result.picks > 0) return std::nullopt;
        Bare bare(moving, result);
        const double of_steps = best_seconds([&] { bare.run(); });
        return Cost{run_seconds(moving) / static_cast<double>(result.steps),
                    of_steps / static_cast<double>(bare.steps), result.steps, result.method};
    }
    return std::nullopt;
}

struct Precise {
    double seconds, error, tolerance;
    std::string_view method;
};

double distance(const MovingSystem& moving, const std::vector<double>& a, const std::vector<double>& b) {
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (moving.columns()[i].kind != Observable::Kind::multiplier)
            worst = std::max(worst, std::fabs(a[i] - b[i]) / std::max(1.0, std::fabs(b[i])));
    return worst;
}

// With the loosest tolerance, of three per power of ten, that keeps the error.
std::optional<Precise> precise(const System& system, double until, double error) {
    SimulationOptions finest = options_of(system, until);
    finest.method = find_method("taylor");
    finest.tolerance = 1e-18;
    const std::vector<double> exact = Run(MovingSystem(system, finest)).run().final;
    for (double tolerance = 1e3 * error; tolerance > 1e-16; tolerance /= std::cbrt(10)) {
        SimulationOptions options = options_of(system, until);
        options.tolerance = tolerance;
        const MovingSystem moving(system, options);
        const SimulationResult result = Run(moving).run();
        const double found = distance(moving, result.final, exact);
        if (!(found <= error)) continue;
        return Precise{run_seconds(moving) / until, found, tolerance, result.method};
    }
    return std::nullopt;
}

}  // namespace

void simulation_over_steps() {
    std::puts(
        "\nsimulate over the steps of its integrator alone: one row at the end; motions of some hundred "
        "steps "
        "in the same velocities");
    Table table({"system", "method", "steps", "a step", "of simulate", "ratio"});
    std::vector<double> ratios;
    for (const GalleryModel& model : gallery()) {
        const System system = system_of(of_gallery(std::string(model.name)));
        const auto found = cost(system);
        if (!found) continue;
        ratios.push_back(found->ratio());
        table.add({std::string(model.name), std::string(found->method), count(found->steps),
                   duration(found->step), duration(found->run), decimal(found->ratio(), 2)});
    }
    table.print();
    std::ranges::sort(ratios);
    const double median = ratios[ratios.size() / 2], worst = ratios.back();
    std::printf("  of %zu systems: median %.2f, %s; worst %.2f, %s\n", ratios.size(), median,
                verdict("≤ 1.3", median <= 1.3).c_str(), worst, verdict("≤ 2", worst <= 2).c_str());
}

void work_and_precision() {
    std::puts(
        "\nA simulated second by simulate at a given error: the loosest tolerance that keeps it, and the "
        "method "
        "chosen for it; errors against the series of a tolerance of 1e-18");
    Table table(
        {"system", "until", "error asked", "method", "tolerance", "error", "per simulated second", ""});
    struct Goal {
        const char* model;
        double until, at_12, at_9;  // in ms; 0: none
    };
    for (const Goal& goal :
         {Goal{"rolling-disc", 20, 0, 0}, Goal{"rattleback", 1, 2.0, 0.8}, Goal{"chaplygin-top", 10, 0, 0},
          Goal{"whipple-bicycle", 5, 0.10, 0.05}, Goal{"trailer-5", 10, 0, 0}}) {
        const System system = system_of(of_gallery(goal.model));
        for (const double error : {1e-12, 1e-9}) {
            const auto found = precise(system, goal.until, error);
            if (!found) {
                table.add({goal.model, decimal(goal.until, 0), small(error), "", "", "", "", "not reached"});
                continue;
            }
            const double wanted = error < 1e-10 ? goal.at_12 : goal.at_9;
            table.add({goal.model, decimal(goal.until, 0), small(error), std::string(found->method),
                       small(found->tolerance), small(found->error), duration(found->seconds),
                       wanted > 0
                           ? verdict("≤ " + decimal(wanted, 2) + " ms", found->seconds <= 1e-3 * wanted)
                           : ""});
        }
    }
    table.print();
}

}  // namespace anholon::bench
