#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "benchmark.hpp"
#include "code/cuda/device_program.hpp"
#include "code/cuda/ensemble_kernel.hpp"
#include "code/eliminated.hpp"
#include "code/source/language.hpp"
#include "expr/print.hpp"
#include "integrate/gpu/ensemble.hpp"
#include "integrate/gpu/shared_library.hpp"
#include "integrate/runge_kutta/dop853.hpp"
#include "integrate/taylor/taylor.hpp"
#include "request/reduced.hpp"
#include "study/flow.hpp"
#include "systems.hpp"

// The rattleback's core on a GPU: h and I12 differ between trajectories.
namespace anholon::bench {

namespace {

constexpr std::size_t side = 1024;
constexpr double until = 5, tolerance = 1e-9;

struct Rattlebacks {
    Rattlebacks() : system(request::reduced(system_of(of_gallery("rattleback"))).system), flow(system, {}) {
        const std::vector<Expr>& p = flow.equations().parameters;
        for (std::size_t k = 0; k < p.size(); ++k)
            if (anholon::text(p[k]) == "h" || anholon::text(p[k]) == "I12") scanned.push_back(k);
        if (scanned.size() != 2) throw std::runtime_error("the rattleback has no parameters h and I12");
        for (std::size_t i = 0; i < flow.size(); ++i) tangent.push_back(0.3 + 0.1 * static_cast<double>(i));
    }

    RateEquations equations(std::size_t tangents) const {
        const RateEquations& whole = flow.formulation().equations();
        return eliminated_with_variations(whole, pivots_at(whole, 0, flow.start(), flow.parameters()),
                                          tangents);
    }
    KernelText kernel(std::size_t tangents) const {
        return kernel_text({.equations = equations(tangents),
                            .tangents = tangents,
                            .scanned = scanned,
                            .parameters = flow.parameters()});
    }
    // Of trajectory j of so many in a row: h, I12.
    static std::array<double, 2> values(std::size_t j, std::size_t row) {
        const auto part = [&](std::size_t k) { return static_cast<double>(k) / static_cast<double>(row); };
        return {0.008 + 0.004 * part(j % row), -3e-5 + 2e-5 * part(j / row)};
    }

    System system;
    Flow flow;
    std::vector<std::size_t> scanned;
    std::vector<double> tangent;
};

// row² trajectories.
struct Starts {
    Starts(const Rattlebacks& of, std::size_t row, std::size_t tangents) : count(row * row) {
        for (const double value : of.flow.start()) x.insert(x.end(), count, value);
        p.resize(2 * count);
        for (std::size_t j = 0; j < count; ++j)
            for (std::size_t k = 0; k < 2; ++k) p[k * count + j] = Rattlebacks::values(j, row)[k];
        if (tangents > 0) tangent = of.tangent;
    }
    EnsembleStarts starts() const { return {.count = count, .x = x, .parameters = p, .tangents = tangent}; }
    std::size_t count;
    std::vector<double> x, p, tangent;
};

struct Speed {
    double seconds = 0, accepted = 0, refused = 0;
    double tried_per_second() const { return (accepted + refused) / seconds; }
};

Speed speed(Gpu& gpu, const KernelText& kernel, const Starts& starts) {
    Speed best;
    for (int repeat = 0; repeat < 3; ++repeat) {
        EnsembleRun run(gpu, kernel.layout, starts.starts(), {.stops = {0, until}, .tolerance = tolerance});
        const double seconds = seconds_of([&] {
            while (!run.is_done()) run.advance();
        });
        if (repeat > 0 && seconds >= best.seconds) continue;
        const EnsembleResults r = run.results();
        best = {.seconds = seconds};
        for (std::size_t j = 0; j < r.count; ++j) {
            if (r.status[j] != TrajectoryStatus::done) throw std::runtime_error("a trajectory ended early");
            best.accepted += r.accepted(j);
            best.refused += r.refused(j);
        }
    }
    return best;
}

// Operations per second that a GPU could do, two for a multiplication with an addition; nothing where its kind is not known.
std::optional<double> peak(const GpuDescription& gpu) {
    double per_cycle = 0;
    if (gpu.architecture == 90 || gpu.architecture == 100) per_cycle = 64;
    if (gpu.architecture == 60 || gpu.architecture == 70 || gpu.architecture == 80) per_cycle = 32;
    if (per_cycle == 0) return std::nullopt;
    return 2 * per_cycle * gpu.multiprocessors * gpu.clock;
}

std::vector<double> moved(Integrator& integrator, std::span<const double> x, std::span<const double> p) {
    integrator.start(0, x, p);
    while (integrator.time() != until)
        if (integrator.step(until).outcome != Step::Outcome::advanced)
            throw std::runtime_error("the motion on the CPU ended early");
    return {integrator.state().begin(), integrator.state().end()};
}

// The largest difference of a sample to the CPU's order 8 and to power series, relative to values above 1.
void compare(const Rattlebacks& of, Gpu& gpu, const KernelText& kernel) {
    constexpr std::size_t row = 4;
    const Starts starts(of, row, 1);
    Table table({"tolerance", "to DOP853 on the CPU", "to power series", ""});
    for (const double tol : {1e-12, 1e-13}) {
        const EnsembleResults r =
            run_ensemble(gpu, kernel.layout, starts.starts(), {.stops = {0, until}, .tolerance = tol});
        const auto order8 = dop853({of.flow.equations()}, {.tolerance = tol});
        Taylor series({of.flow.equations()});
        double to_order8 = 0, to_series = 0;
        for (std::size_t j = 0; j < starts.count; ++j) {
            std::vector<double> p = of.flow.parameters();
            for (std::size_t k = 0; k < 2; ++k) p[of.scanned[k]] = starts.p[k * starts.count + j];
            const std::vector<double> a = moved(*order8, of.flow.start(), p),
                                      b = moved(series, of.flow.start(), p);
            for (std::size_t i = 0; i < a.size(); ++i) {
                const double scale = std::max(1.0, std::fabs(b[i]));
                to_order8 = std::max(to_order8, std::fabs(r.x(i, j) - a[i]) / scale);
                to_series = std::max(to_series, std::fabs(r.x(i, j) - b[i]) / scale);
            }
        }
        table.add({small(tol), small(to_order8), small(to_series),
                   tol < 1e-12 ? verdict("1e-10", to_order8 <= 1e-10 && to_series <= 1e-10) : ""});
    }
    std::printf("\nAgreement of %zu trajectories with the CPU at t = %g\n", starts.count, until);
    table.print();
}

// ẋ as a Python function of lists, for JAX, which makes its tangent itself.
std::string python_rates(const Rattlebacks& of) {
    const RateEquations& e = of.flow.equations();
    std::vector<Expr> inputs{e.t};
    inputs.insert(inputs.end(), e.state.begin(), e.state.end());
    inputs.insert(inputs.end(), e.parameters.begin(), e.parameters.end());
    std::vector<KnownInput> known(1 + e.state.size());
    for (std::size_t k = 0; k < e.parameters.size(); ++k) {
        const bool is_scanned = std::ranges::find(of.scanned, k) != of.scanned.end();
        known.push_back(
            {.value = is_scanned ? std::nullopt : std::optional(of.flow.parameters()[k]), .is_steady = true});
    }
    const Language python{.local = "    @name@ = @value@\n",
                          .assignment = "    @place@ = @value@\n",
                          .element = "@array@[@i@]",
                          .entry = "",
                          .comment = "# ",
                          .line_break = "",
                          .operations = {{Op::power, "@a@ ** @b@"}}};
    const auto input = [&](std::size_t k) {
        if (k <= e.state.size()) return "y[" + std::to_string(k - 1) + "]";
        return std::string("p[") + (k - 1 - e.state.size() == of.scanned[0] ? "0" : "1") + "]";
    };
    return "from jax.numpy import *\n\n\ndef rates(y, p):\n    dy = [0.0] * " +
           std::to_string(e.state.size()) + "\n" +
           statements(device_program(program(e.rates, inputs), known), python,
                      {.input = input,
                       .output = [](std::size_t k) { return "dy[" + std::to_string(k) + "]"; },
                       .value = [](std::size_t k) { return "v" + std::to_string(k); }}) +
           "    return dy\n";
}

// The same method, tolerance and trajectories in JAX, over a shorter time: the Python that has it is named by ANHOLON_JAX_PYTHON.
void jax(const Rattlebacks& of, double ours) {
    const char* const python = std::getenv("ANHOLON_JAX_PYTHON");
    if (python == nullptr) {
        std::puts("\nJAX: left out; ANHOLON_JAX_PYTHON can name a Python that has it");
        return;
    }
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / ("anholon_rates_" + std::to_string(getpid()) + ".py");
    std::ofstream(file) << python_rates(of);
    std::vector<std::string> command{python,        ANHOLON_SOURCE_DIR "/benchmarks/gpu_jax.py",
                                     file.string(), std::to_string(side),
                                     "0.25",        small(tolerance)};
    for (const double value : of.flow.start()) command.push_back(number(value));
    std::istringstream out(output_of(command));
    std::filesystem::remove(file);
    double seconds = 0, steps = 0, compiling = 0;
    if (!(out >> compiling >> seconds >> steps)) {
        std::printf("\nJAX: %s cannot run benchmarks/gpu_jax.py\n", python);
        return;
    }
    std::printf(
        "\nJAX, vmapped, adaptive, tangent by jvp: %s steps/s after %s of compilation; ratio %s  %s\n",
        small(steps / seconds).c_str(), duration(compiling).c_str(),
        decimal(ours * seconds / steps, 1).c_str(), verdict("15", ours * seconds / steps >= 15).c_str());
}

}  // namespace

void gpu(const Options&) {
    std::vector<GpuDescription> devices;
    try {
        devices = gpus();
    } catch (const GpuError& error) {
        std::printf("gpu: left out, no GPU can be used on this machine: %s\n", error.what());
        return;
    }
    const Rattlebacks rattlebacks;
    print_heading(("Trajectories of the rattleback's core on " + devices[0].name + ".").c_str(),
                  "Times are the best of three");
    std::printf("%zu trajectories, h and I12 varied, T = %g, tolerance %g\n\n", side * side, until,
                tolerance);
    Table table({"state", "compiled in", "registers", "local memory", "time", "steps tried/s", "accepted/s",
                 "refused", "operations/s", "of the peak", ""});
    std::optional<Gpu> last;
    std::optional<KernelText> kernel;
    double with_tangent = 0;
    for (const std::size_t tangents : {0, 1}) {
        kernel = rattlebacks.kernel(tangents);
        const double compiling = seconds_of([&] { last.emplace(devices[0], *kernel); });
        const Speed s = speed(*last, *kernel, Starts(rattlebacks, side, tangents));
        with_tangent = s.tried_per_second();
        const double operations = kernel->operations_per_step * s.tried_per_second();
        const auto most = peak(devices[0]);
        table.add({tangents == 0 ? "6" : "6 + tangent", last->was_cached() ? "(kept)" : duration(compiling),
                   std::to_string(last->registers()), std::to_string(last->local_bytes()) + " B",
                   duration(s.seconds), small(s.tried_per_second()), small(s.accepted / s.seconds),
                   decimal(100 * s.refused / (s.accepted + s.refused), 1) + " %", small(operations),
                   most ? decimal(100 * operations / *most, 0) + " %" : "unknown",
                   tangents == 0 ? "" : verdict("2.0e9 tried/s", s.tried_per_second() >= 2e9)});
    }
    table.print();
    jax(rattlebacks, with_tangent);
    compare(rattlebacks, *last, *kernel);
}

}  // namespace anholon::bench
