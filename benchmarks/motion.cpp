#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>

#include "base/clones.hpp"
#include "benchmark.hpp"
#include "cases.hpp"
#include "code/compiler.hpp"
#include "code/source/registry.hpp"
#include "expr/linear.hpp"
#include "expr/substitute.hpp"
#include "integrate/rate_function.hpp"
#include "integrate/runge_kutta/dop853.hpp"
#include "integrate/sundials/cvode.hpp"
#include "integrate/taylor/taylor.hpp"
#include "motion/simulation.hpp"
#include "right_hand_side.hpp"
#include "simulation.hpp"
#include "systems.hpp"

namespace anholon::bench {
namespace {

// --- One motion

struct Run {
    std::size_t steps = 0;
    double seconds = 0;
    std::vector<double> x;
    double t = 0;  // reached
};

Run run(Integrator& integrator, const Case& c) {
    Run result;
    integrator.start(0, c.x, c.p);
    result.seconds = seconds_of([&] {
        while (integrator.time() < c.until && integrator.step(c.until).outcome == Step::Outcome::advanced)
            ++result.steps;
    });
    result.x.assign(integrator.state().begin(), integrator.state().end());
    result.t = integrator.time();
    return result;
}

// The quickest of several runs: what the machine can do when nothing else does.
Run best_run(Integrator& integrator, const Case& c) {
    Run best = run(integrator, c);
    for (double spent = best.seconds; spent < 0.3;) {
        Run again = run(integrator, c);
        spent += again.seconds;
        if (again.seconds < best.seconds) best = again;
    }
    return best;
}

double right_side_seconds(const Case& c) {
    RateFunction f(c.equations, compiled);
    f.set_parameters(c.p);
    std::vector<double> dx(c.x.size());
    const int calls = 20000;
    return seconds_of([&] {
               for (int k = 0; k < calls; ++k) f.rates(1e-9 * k, c.x, dx);
           }) /
           calls;
}

// Additions and multiplications of a step that are not spent on zeros.
double operations(const SeriesProgram& p, double order) {
    double count = static_cast<double>(p.convolutions.size()) * (order * (order - 1) + 4 * order);
    count += static_cast<double>(p.series.size()) * order;
    for (const LinearBlock& block : p.blocks) {
        const auto n = static_cast<double>(block.size());
        count += 2 * n * n * n + order * 4 * n * n;
    }
    return count;
}

using Eight = double __attribute__((vector_size(64)));

ANHOLON_CLONES double peak_operations() {
    Eight sums[12] = {};
    const Eight factor = Eight{} + 0.999, step = Eight{} + 1e-3;
    const int rounds = 2'000'000;
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < rounds; ++k)
        for (Eight& s : sums) s = s * factor + step;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    double total = 0;
    for (const Eight& s : sums) total += s[0];
    return total > 0 ? 12.0 * 8 * 2 * rounds / seconds : 0;
}

void one_motion(const std::vector<Case>& cases, double peak) {
    std::puts("\nOne motion by Taylor series at machine precision");
    Table table({"system", "form", "derive", "compile", "order", "steps", "a step", "a right-hand side",
                 "GFLOP/s", "of peak", ""});
    for (const Case& c : cases) {
        std::unique_ptr<Taylor> taylor;
        const double compile = seconds_of([&] { taylor = std::make_unique<Taylor>(Problem{c.equations}); });
        const Run r = best_run(*taylor, c);
        const double step = r.seconds / static_cast<double>(r.steps);
        const double rate =
            operations(series_program(c.equations), static_cast<double>(taylor->order())) / step;
        std::string goal;
        if (c.name.find("disc") != std::string::npos)
            goal = verdict("≤ 0.8 µs, JIT ≤ 0.15 s", step <= 0.8e-6 && compile <= 0.15);
        if (c.name == "pendulum-6") goal = verdict("≤ 10 µs, JIT ≤ 0.3 s", step <= 10e-6 && compile <= 0.3);
        table.add({c.name, c.form, duration(c.derive), duration(compile), std::to_string(taylor->order()),
                   count(r.steps), duration(step), duration(right_side_seconds(c)), decimal(rate / 1e9, 1),
                   decimal(100 * rate / peak, 0) + " %", goal});
    }
    table.print();
}

// --- Small systems over a long time

// Where the motion is at t = 1000, by series of order 34 in quadruple precision from equations written by hand; 20 digits of a
// computation that carries 33.
struct KnownEnd {
    std::vector<double> x;
    double step;  // goal, in seconds
};

KnownEnd end_of_disc() {  // phi, theta, psi, x, y, n, u, w
    return {{-635.10593449147745166, 1.2126054599423822980, 6347.6511726164531311, -2.7637989199733632723,
             0.74956633363627329666, -0.49017791802075153550, -1.4684456201897710827, 6.1498891727464238559},
            0.50e-6};
}

KnownEnd end_of_top() {  // w1, w2, w3
    return {{-0.36379250917726303137, 0.89533932975144484583, 0.32541664337705778370}, 0.25e-6};
}

// How far one bit of the initial state moves the end: no integrator with numbers of 53 bits can do much better.
double effect_of_one_bit(Integrator& integrator, const Case& c, const std::vector<double>& end) {
    double worst = 0;
    for (std::size_t i = 0; i < c.x.size(); ++i) {
        Case other;
        other.until = c.until, other.x = c.x, other.p = c.p;
        other.x[i] = std::nextafter(c.x[i], 2 * c.x[i] + 1);
        worst = std::max(worst, distance(run(integrator, other).x, end));
    }
    return worst;
}

void small_systems() {
    std::puts(
        "\nSmall systems at machine precision up to t = 1000; errors against series of order 34 in quadruple "
        "precision");
    Table table(
        {"system", "order", "steps", "a step", "a unit of time", "error", "by one bit of the start", ""});
    for (const auto& [text, known] :
         {std::pair{reference_disc(), end_of_disc()}, std::pair{of_gallery("free-top", ""), end_of_top()}}) {
        Case c = prepared(text, 20);  // short runs: what else the machine does hits few of them
        Taylor taylor(Problem{c.equations});
        const Run brief = best_run(taylor, c);
        const double step = brief.seconds / static_cast<double>(brief.steps), unit = brief.seconds / c.until;
        c.until = 1000;
        const Run r = run(taylor, c);
        const double error = distance(r.x, known.x);
        table.add({c.name, std::to_string(taylor.order()), count(r.steps), duration(step), duration(unit),
                   small(error), small(effect_of_one_bit(taylor, c, r.x)),
                   verdict("≤ " + decimal(known.step * 1e6, 2) + " µs", step <= known.step) + "; " +
                       verdict("error ≤ 1e-12", error <= 1e-12)});
    }
    table.print();
}

// --- Against SciPy and CVODE

std::optional<Run> by_scipy(const Options& options, const Case& c) {
    const auto file =
        std::filesystem::temp_directory_path() / ("anholon_bench_" + std::to_string(getpid()) + ".py");
    std::ofstream(file) << find_language("python")->write(c.equations, {});
    std::vector<std::string> words{file.string(), decimal(c.until, 6), "1e-13"};
    for (const double x : c.x) words.push_back(decimal(x, 17));
    const auto ways = peer_ways(options, "scipy", "motion_scipy.py", words);
    std::filesystem::remove(file);
    if (ways.empty()) return std::nullopt;
    const auto& numbers = ways[0].numbers;
    return Run{static_cast<std::size_t>(numbers.at(1)), numbers.at(0), {numbers.begin() + 2, numbers.end()}};
}

// The two methods that `simulate` has for motions that are not stiff, the quicker one counts: both are more accurate than SciPy's.
void against_others(const Options& options, const std::vector<Case>& cases) {
    std::puts(
        "\nThe same right-hand side by SciPy's DOP853 (rtol = atol = 1e-13, NumPy) and by CVODE (Adams, "
        "1e-13, compiled),\n"
        "against the quicker of Taylor at machine precision and the compiled DOP853 (1e-13);\n"
        "errors against the series of a tolerance of 1e-18");
    Table table({"system", "until", "Taylor", "error", "our DOP853", "error", "CVODE", "error", "ratio",
                 "SciPy", "error", "right-hand sides", "ratio", ""});
    for (const Case& c : cases) {
        Taylor taylor(Problem{c.equations}), finer(Problem{c.equations}, {.tolerance = 1e-18});
        const std::vector<double> exact = run(finer, c).x;
        const auto order_8 = dop853(Problem{c.equations}, {.tolerance = 1e-13});
        const auto adams =
            cvode(Problem{c.equations},
                  {.method = CvodeOptions::Method::adams, .tolerance = 1e-13, .make = compiled});
        run(*adams, c);    // makes its Jacobian ready
        run(*order_8, c);  // makes its machine code ready
        const Run by_taylor = best_run(taylor, c), by_order_8 = best_run(*order_8, c),
                  theirs = best_run(*adams, c);
        const double ours = std::min(by_taylor.seconds, by_order_8.seconds);
        const auto time_and_error = [&](const Run& r) {
            return std::vector<std::string>{duration(r.seconds), small(distance(r.x, exact))};
        };
        std::vector<std::string> row{c.name, decimal(c.until, 0)};
        for (const Run& r : {by_taylor, by_order_8, theirs})
            for (const std::string& word : time_and_error(r)) row.push_back(word);
        row.push_back(decimal(theirs.seconds / ours, 0) + "×");
        if (const auto scipy = by_scipy(options, c)) {
            for (const std::string& word : time_and_error(*scipy)) row.push_back(word);
            const double ratio = scipy->seconds / ours;
            row.insert(row.end(),
                       {count(scipy->steps), decimal(ratio, 0) + "×", verdict("≥ 300×", ratio >= 300)});
        }
        table.add(row);
    }
    table.print();
}

// --- The linear solve as a primitive

// z as expressions, by elimination with the expressions themselves.
RateEquations expanded(const RateEquations& e) {
    const Solution solution = solve(e.W, e.r);
    Substitution z;
    for (std::size_t k = 0; k < e.unknowns.size(); ++k) z.emplace_back(e.unknowns[k], solution.x[k]);
    RateEquations out = e;
    out.rates = substitute(e.rates, z);
    out.unknowns.clear();
    out.W = {};
    out.r.clear();
    return out;
}

void linear_solve() {
    std::puts("\nW z = r solved order by order, against z written out");
    Table table({"system", "form", "unknowns", "compile", "a step", "written out: series", "compile",
                 "a step", "ratio", ""});
    for (const auto& [text, until] : {std::pair{pendulum(6), 10.0}, std::pair{trailers(10), 10.0}}) {
        const Case c = prepared(text, until, "lagrange-multipliers");
        Case other;
        other.name = c.name + " written out", other.until = c.until, other.x = c.x, other.p = c.p,
        other.equations = expanded(c.equations);
        const auto measured = [](const Case& one) {
            std::unique_ptr<Taylor> taylor;
            const double compile =
                seconds_of([&] { taylor = std::make_unique<Taylor>(Problem{one.equations}); });
            const Run r = best_run(*taylor, one);
            return std::tuple{compile, r.seconds / static_cast<double>(r.steps), r.t};
        };
        const auto [compile, step, reached] = measured(c);
        const auto [other_compile, other_step, other_reached] = measured(other);
        const double ratio = other_step / step;
        const std::string end = other_reached < c.until ? "; stops at t = " + decimal(other_reached, 2) +
                                                              ", where a pivot vanishes"
                                                        : "";
        table.add({c.name, c.form, std::to_string(c.equations.unknowns.size()), duration(compile),
                   duration(step), count(series_program(other.equations).series.size()),
                   duration(other_compile), duration(other_step), decimal(ratio, 1) + "×",
                   verdict("≥ 3×", ratio >= 3) + end});
    }
    table.print();
}

// --- Drift

double energy_drift(const System& system, double until, std::size_t& steps) {
    SimulationOptions options;
    options.until = until;
    options.every = until;
    options.make = compiled;
    const SimulationResult result = Simulation(system, std::move(options)).run();
    steps = result.steps;
    for (const Drift& drift : result.drifts)
        if (drift.name == "energy") return drift.relative;
    return NAN;
}

void drifts() {
    std::puts("\nDrift of the energy, relative");
    Table table({"system", "until", "steps", "drift", ""});
    const Case disc = prepared(of_gallery("rolling-disc", ""), 1e4),
               top = prepared(of_gallery("free-top", ""), 1);
    std::size_t steps = 0;
    for (const double until : {1e2, 1e3, 1e4}) {
        const double drift = energy_drift(*disc.system, until, steps);
        table.add({disc.name, decimal(until, 0), count(steps), small(drift),
                   until == 1e4 ? verdict("≤ 1e-13", drift <= 1e-13) : ""});
    }
    std::vector<double> numbers, values;
    energy_drift(*top.system, 1e3, steps);
    const double per_step = 1e3 / static_cast<double>(steps);
    for (const double wanted : {1e4, 1e5, 1e6}) {
        const double drift = energy_drift(*top.system, wanted * per_step, steps);
        numbers.push_back(static_cast<double>(steps));
        values.push_back(drift);
        table.add({top.name, decimal(wanted * per_step, 0), count(steps), small(drift), ""});
    }
    table.print();
    const double exponent = fitted_exponent(numbers, values);
    std::printf("  the free top's drift grows as steps^%.2f: %s\n", exponent,
                verdict("≤ 0.5", exponent <= 0.5).c_str());
}

// The whole command, from the text of a model to a motion's first steps and the end of the process.
void first_step() {
    const std::string program = program_beside("anholon");
    const double seconds = median_seconds(
        9, [] { return 0; },
        [&](int) {
            output_of({program, "simulate", "rolling-disc", "--until", "0.01", "--json"});
        });
    std::printf("\nanholon simulate rolling-disc --until 0.01, the whole command: %s, %s\n",
                duration(seconds).c_str(), verdict("< 0.2 s", seconds < 0.2).c_str());
    for (const char* model : {"rolling-disc", "rattleback"}) {
        const double whole = median_seconds(
            9, [] { return 0; },
            [&](int) {
                output_of({program, "simulate", model});
            });
        std::printf("anholon simulate %s, the whole command with its expectations: %s, %s\n", model,
                    duration(whole).c_str(), verdict("≤ 0.15 s", whole <= 0.15).c_str());
    }
}

}  // namespace

void motion(const Options& options) {
    print_heading("motion: machine code, Taylor series, order 8.");
    const double peak = peak_operations();
    std::printf("Peak of one core, multiplications and additions of doubles in vectors: %.1f GFLOP/s\n",
                peak / 1e9);
    std::vector<Case> cases;
    cases.push_back(prepared(of_gallery("rolling-disc", ""), 20));
    cases.push_back(prepared(of_gallery("chaplygin-sleigh", ""), 20));
    cases.push_back(prepared(of_gallery("suslov-gravity", ""), 20));
    cases.push_back(prepared(trailers(5), 20));
    cases.push_back(prepared(trailers(30), 20));
    first_step();
    against_others(options, cases);
    cases.push_back(prepared(pendulum(6), 20));
    cases.push_back(prepared(reference_disc(), 1000));
    one_motion(cases, peak);
    small_systems();
    linear_solve();
    drifts();
    right_hand_sides();
    simulation_over_steps();
    work_and_precision();
}

}  // namespace anholon::bench
