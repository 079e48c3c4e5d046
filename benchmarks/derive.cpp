#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>

#include "base/stopwatch.hpp"
#include "benchmark.hpp"
#include "code/lean.hpp"
#include "code/program.hpp"
#include "code/tiered.hpp"
#include "expr/operations.hpp"
#include "mechanics/forms/registry.hpp"
#include "model/model.hpp"
#include "motion/law.hpp"
#include "motion/simulation.hpp"
#include "request/reduced.hpp"
#include "study/linearisation.hpp"
#include "systems.hpp"

namespace anholon::bench {
namespace {

// --- From text to W z = r

System read(const Text& text) {
    Diagnostics diagnostics;
    std::optional<System> system = elaborate_model(Source(text.name, text.model), diagnostics);
    if (!system) throw std::runtime_error("the model of " + text.name + " is refused");
    return std::move(*system);
}

struct Times {
    double from_text = 0, derive = 0;
    std::size_t operations = 0;
};

// What is made is kept until the clock stands.
struct Work {
    std::optional<System> system;
    std::optional<Setting> setting;
    std::optional<Equations> equations;

    void derive(const EquationForm& form) {
        setting.emplace(*system);
        equations = form.derive(*setting);
    }
};

Times measured(const Text& text, const EquationForm& form, int runs) {
    Times times;
    const auto fresh = [] { return std::make_unique<Work>(); };
    const auto elaborated = [&] {
        auto work = fresh();
        work->system = read(text);
        return work;
    };
    times.from_text = median_seconds(runs, fresh, [&](auto& work) {
        work->system = read(text);
        work->derive(form);
    });
    times.derive = median_seconds(runs, elaborated, [&](auto& work) { work->derive(form); });
    const auto work = elaborated();
    work->derive(form);
    const Equations& e = *work->equations;
    std::vector<Expr> all(e.r);
    all.insert(all.end(), e.W.entries().begin(), e.W.entries().end());
    all.insert(all.end(), e.rates.begin(), e.rates.end());
    times.operations = operations(all).total();
    return times;
}

// --- The measurements

// A row for each way the peer knows. The goal is one for the same task, not for half of it done by hand.
void against_sympy(const Options& options, const char* form, const char* method) {
    Table table({"system", "from text", "derive alone", "operations", "SymPy", "its method alone",
                 "its operations", "ratio", "ratio alone", ""});
    for (const Text& text : {of_gallery("chaplygin-sleigh", "sleigh"), of_gallery("rolling-disc", "disc"),
                             trailers(5), trailers(10)}) {
        const Times ours = measured(text, *find_form(form), 31);
        const std::vector<std::string> row{text.name, duration(ours.from_text), duration(ours.derive),
                                           count(ours.operations)};
        const std::string runs = text.name.starts_with("trailer") ? "1" : "3";
        const auto ways = peer_ways(options, "sympy", "derive_sympy.py", {text.peers, method, runs});
        if (ways.empty()) table.add(row);
        for (const PeerWay& way : ways) {
            const double total = way.numbers.at(0), alone = way.numbers.at(1), ratio = total / ours.from_text;
            std::vector<std::string> both = row;
            both.insert(both.end(),
                        {duration(total), duration(alone), count(static_cast<std::size_t>(way.numbers.at(2))),
                         decimal(ratio, 0) + "×", decimal(alone / ours.derive, 0) + "×",
                         way.name.ends_with("by-hand") ? "constraints solved by hand"
                                                       : verdict("≥ 100×", ratio >= 100)});
            table.add(both);
        }
    }
    table.print();
}

void growth(const char* form) {
    std::printf("\nA car with n trailers, n + 3 coordinates and n + 1 constraints, %s form\n", form);
    Table table({"n", "from text", "derive alone", "operations", ""});
    std::vector<double> sizes, totals, alone;
    for (const int n : {5, 10, 20, 30}) {
        const Times times = measured(trailers(n), *find_form(form), n <= 10 ? 15 : 5);
        sizes.push_back(n);
        totals.push_back(times.from_text);
        alone.push_back(times.derive);
        table.add({std::to_string(n), duration(times.from_text), duration(times.derive),
                   count(times.operations), n == 30 ? verdict("< 2 s", times.from_text < 2) : ""});
    }
    table.print();
    std::printf("  time grows as n^%.2f from text, n^%.2f derive alone, fitted over n = 5 to 30\n",
                fitted_exponent(sizes, totals), fitted_exponent(sizes, alone));
}

// The whole way of a user: text, equations, machine code, a step.
void trailers_until_they_run() {
    std::puts("\nA car with n trailers, from its text to the first step of its motion");
    Table table({"n", "elaborate", "derive", "compile", "to the first step", ""});
    for (const int n : {10, 20, 50}) {
        const Text text = trailers(n);
        double elaborate = 0;
        SimulationSeconds of;
        const double seconds = median_seconds(
            3, [] { return 0; },
            [&](int) {
                const System system = timed(elaborate = 0, [&] { return read(text); });
                Simulation simulation(system, {.until = 1e-3, .make = tiered});
                of = simulation.run().seconds;
            });
        table.add({std::to_string(n), duration(elaborate), duration(of.derive), duration(of.compile),
                   duration(seconds), n == 50 ? verdict("≤ 1.5 s", seconds <= 1.5) : ""});
    }
    table.print();
}

// What one evaluation of W, r and the rates executes: all that depends on the state.
std::size_t operations_a_call(const System& system, const EquationForm& form) {
    const Setting setting(system);
    const RateEquations e = lean(rate_equations(system, form, form.derive(setting)));
    std::vector<Expr> inputs = e.parameters, outputs = e.r;
    for (const auto& list : {std::vector{e.t}, e.state, e.unknowns})
        inputs.insert(inputs.end(), list.begin(), list.end());
    outputs.insert(outputs.end(), e.W.entries().begin(), e.W.entries().end());
    outputs.insert(outputs.end(), e.rates.begin(), e.rates.end());
    const Program program = anholon::program(outputs, inputs);
    std::vector<bool> changes;
    std::size_t count = 0;
    for (const Instruction& i : program.instructions) {
        const bool is_leaf = i.op == Op::input || i.op == Op::constant;
        const bool has_two = argument_count(i.op) > 1 && i.op != Op::power;
        changes.push_back(is_leaf ? i.op == Op::input && i.a >= e.parameters.size()
                                  : changes[i.a] || (has_two && changes[i.b]));
        count += changes.back() && !is_leaf && i.op != Op::negate;
    }
    return count;
}

void bodies() {
    std::puts("\nModels from bodies, the whole way from their text");
    Table table({"system", "form", "from text", "derive alone", "operations", "a right-hand side", ""});
    const auto row = [&](const char* model, const std::string& form, const auto& goal) {
        const Text text = of_gallery(model);
        const Times times = measured(text, *find_form(form), 15);
        const std::size_t a_call = operations_a_call(read(text), *find_form(form));
        table.add({model, form, duration(times.from_text), duration(times.derive), count(times.operations),
                   count(a_call), goal(times.derive, a_call)});
    };
    for (const char* model : {"rattleback", "whipple-bicycle"}) {
        row(model, "hamel",
            [](double derive, std::size_t) { return verdict("derive < 30 ms", derive < 0.03); });
        row(model, "kane", [](double, std::size_t ops) { return verdict("≤ 2,000 a side", ops <= 2000); });
        for (const char* form : {"maggi", "lagrange-multipliers"})
            row(model, form, [](double, std::size_t) { return ""; });
    }
    table.print();
}

void contacts() {
    std::puts("\nBodies on surfaces, in the form that is integrated: operations per right-hand side");
    Table table({"system", "form", "from text", "unknowns", "a right-hand side", ""});
    const auto row = [&](const char* model, std::size_t most) {
        const Text text = of_gallery(model);
        const System system = read(text);
        const Setting setting(system);
        const EquationForm& form = form_to_integrate(setting);
        const std::size_t a_call = operations_a_call(system, form);
        table.add({model, std::string(form.id), duration(measured(text, form, 15).from_text),
                   count(form.derive(setting).unknowns.size()), count(a_call),
                   verdict("≤ " + count(most), a_call <= most)});
    };
    row("hemisphere-on-hemisphere", 900);
    row("ball-on-rotating-bowl", 400);
    row("body-on-sphere", 400);
    row("flat-base-on-sphere", 300);
    row("ball-inside-cylinder", 400);
    table.print();
}

void cores() {
    std::puts("\nSystems and their cores: variables, and operations per right-hand side");
    Table table({"system", "variables", "operations", "of the core", "operations", ""});
    for (const char* name : {"chaplygin-ball", "chaplygin-top", "rattleback", "body-on-sphere",
                             "ball-on-turntable", "rolling-disc", "trailer-2", "whipple-bicycle"}) {
        const System full = read(of_gallery(name)), core = request::reduced(full).system;
        const Setting setting(full), reduced(core);
        const EquationForm &form = form_to_integrate(setting), &of_core = form_to_integrate(reduced);
        const std::size_t ops = operations_a_call(core, of_core);
        const bool is_rattleback = std::string_view(name) == "rattleback";
        table.add({name, count(form.derive(setting).state.size()), count(operations_a_call(full, form)),
                   count(of_core.derive(reduced).state.size()), count(ops),
                   is_rattleback ? verdict("≤ 150", ops <= 150) : ""});
    }
    table.print();
}

void linear_equations() {
    std::puts("\nThe bicycle's linear equations at 5 m/s: symmetries, steady motion, matrices, eigenvalues");
    const auto elaborated = [] { return std::make_unique<System>(read(of_gallery("whipple-bicycle"))); };
    const double seconds = median_seconds(15, elaborated, [](const auto& system) {
        linearisation(*system, {Standstill::steady, {.values = {{system->quasi[0].symbol, Rational(5)}}}});
    });
    std::printf("  from the system %s  %s\n", duration(seconds).c_str(),
                verdict("< 0.1 s", seconds < 0.1).c_str());
}

}  // namespace

void derive(const Options& options) {
    print_heading("derive: from a model's text to its equations W z = r.");
    std::puts("\nLagrange with multipliers, against SymPy's LagrangesMethod");
    against_sympy(options, "lagrange-multipliers", "lagrange");
    std::puts(
        "\nHamel's equations in the free quasi-velocities, against SymPy's KanesMethod with the same "
        "speeds,\n"
        "first with the constraints given to it, then with the constraints solved by hand beforehand");
    against_sympy(options, "hamel", "kane");
    growth("hamel");
    growth("maggi");
    trailers_until_they_run();
    bodies();
    contacts();
    cores();
    linear_equations();
}

}  // namespace anholon::bench
