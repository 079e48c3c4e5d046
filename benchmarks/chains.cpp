#include <cstdio>
#include <memory>
#include <optional>

#include "benchmark.hpp"
#include "code/explicit_equations.hpp"
#include "code/rate_program.hpp"
#include "code/tiered.hpp"
#include "motion/law.hpp"
#include "motion/simulation.hpp"
#include "systems.hpp"

namespace anholon::bench {
namespace {

// What one evaluation of the rates executes, with the solution of W z = r by L D Lᵀ.
std::size_t operations_per_call(const RateEquations& e) {
    const RateProgram p = rate_program(e);
    const std::size_t n = p.unknowns;
    std::size_t count = n * n * n / 3 + 2 * n * n;
    for (std::size_t i = p.constants; i < p.program.instructions.size(); ++i) {
        const Op op = p.program.instructions[i].op;
        count += op != Op::input && op != Op::constant && op != Op::negate;
    }
    return count;
}

// Additions and multiplications of a good program for chains of hinges: Featherstone 2008, table 10.1, 224 n − 259 and 205 n − 248 for
// the articulated-body algorithm; n sines and cosines besides.
double in_the_book(int n) { return 224.0 * n - 259 + 205.0 * n - 248 + 2 * n; }

struct Costs {
    double elaborate = 0, derive = 0, compile = 0, step = 0;
    std::size_t operations = 0;
    std::string form;
    std::size_t steps = 0;
};

RateEquations equations_of(const System& system, const EquationForm& form) {
    const RateEquations e = rate_equations(system, form, form.derive(Setting(system)));
    return are_solved(e) ? explicit_equations(e) : e;
}

Costs measured(int n) {
    const Text text = hinge_chain(n);
    Costs out;
    const int runs = n <= 30 ? 5 : n <= 50 ? 3 : 1;
    out.elaborate = median_seconds(
        runs, [] { return 0; }, [&](int) { system_of(text); });
    out.derive = median_seconds(
        runs, [&] { return std::make_unique<System>(system_of(text)); },
        [](const auto& system) { equations_of(*system, form_to_integrate(Setting(*system))); });
    const System system = system_of(text);
    const EquationForm& form = form_to_integrate(Setting(system));
    out.form = form.id;
    out.operations = operations_per_call(equations_of(system, form));
    // One row at the end, with the steps of power series.
    const SimulationOptions options{
        .until = 0.5, .every = 0.5, .method = find_method("taylor"), .make = tiered};
    std::optional<MovingSystem> moving;
    const double made = seconds_of([&] { moving.emplace(system, options); });
    const SimulationResult first = Run(*moving).run();  // compiles
    out.compile = made + first.seconds.compile;
    for (int k = 0; k < 3; ++k) {
        Run run(*moving);
        SimulationResult result;
        const double seconds = seconds_of([&] { result = run.run(); });
        out.steps = result.steps;
        const double a_step = seconds / static_cast<double>(result.steps);
        if (k == 0 || a_step < out.step) out.step = a_step;
    }
    return out;
}

std::size_t operations_in(const char* id, int n) {
    const System system = system_of(hinge_chain(n));
    return operations_per_call(equations_of(system, *find_form(id)));
}

}  // namespace

void chains(const Options& options) {
    print_heading("chains: hinges in space, one behind the other, along x, y and z in turn.");
    std::puts(
        "\nOperations: of one evaluation of the rates, with the solution of W z = r. In the book: "
        "Featherstone "
        "2008, table 10.1,\nthe articulated-body algorithm. A step: of power series with the default "
        "tolerance, the least of three runs");
    Table table({"n", "form", "text to system", "derive", "compile", "a step", "operations", "Maggi's",
                 "in the book", "against it"});
    std::vector<double> sizes, elaborate, derive, compile, step, operations;
    std::vector<int> counts{5, 10, 20, 30, 50};
    if (options.length == Options::Length::all) counts.insert(counts.end(), {100, 200});
    for (const int n : counts) {
        const Costs c = measured(n);
        table.add({std::to_string(n), c.form, duration(c.elaborate), duration(c.derive), duration(c.compile),
                   duration(c.step), count(c.operations), n <= 20 ? count(operations_in("maggi", n)) : "",
                   count(static_cast<std::size_t>(in_the_book(n))),
                   decimal(static_cast<double>(c.operations) / in_the_book(n), 2)});
        if (n < 10) continue;
        sizes.push_back(n);
        elaborate.push_back(c.elaborate);
        derive.push_back(c.derive);
        compile.push_back(c.compile);
        step.push_back(c.step);
        operations.push_back(static_cast<double>(c.operations));
    }
    table.print();
    const double exponent = fitted_exponent(sizes, operations);
    std::printf("  operations grow as n^%.2f, fitted from n = 10 on, %s\n", exponent,
                verdict("≤ 1.2", exponent <= 1.2).c_str());
    std::printf("  times: text to system n^%.2f, derive n^%.2f, compile n^%.2f, a step n^%.2f\n",
                fitted_exponent(sizes, elaborate), fitted_exponent(sizes, derive),
                fitted_exponent(sizes, compile), fitted_exponent(sizes, step));
}

}  // namespace anholon::bench
