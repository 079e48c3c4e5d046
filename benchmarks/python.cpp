#include <cstdio>
#include <filesystem>
#include <map>
#include <sstream>

#include "benchmark.hpp"

// The Python package, from the outside: benchmarks/python_work.py does the work.
namespace anholon::bench {

namespace {

using Numbers = std::map<std::string, std::vector<double>>;

class Python {
  public:
    explicit Python(const Options& options)
        : python_(options.python.empty() ? "/usr/bin/python3" : options.python) {}

    // What a task prints: a line per name, with its numbers.
    Numbers operator()(const std::vector<std::string>& task) const {
        std::fprintf(stderr, "python: %s …\n", task.front().c_str());
        std::vector<std::string> command{python_, ANHOLON_SOURCE_DIR "/benchmarks/python_work.py"};
        command.insert(command.end(), task.begin(), task.end());
        Numbers found;
        std::istringstream lines(output_of(command));
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::string name;
            words >> name;
            for (double number = 0; words >> number;) found[name].push_back(number);
        }
        return found;
    }

  private:
    std::string python_;
};

double number(const Numbers& found, const std::string& name, std::size_t k = 0) {
    const auto at = found.find(name);
    return at == found.end() || at->second.size() <= k ? 0 : at->second[k];
}

std::string times(double ratio) { return decimal(ratio, 0) + "×"; }

// From text, or the first symbol, to five seconds of motion by DOP853 with a tolerance of 1e-10.
void derive_and_simulate(const Python& python, const Options& options, const std::string& package) {
    std::puts("\nDerive and simulate, in seconds of the processor, against SymPy's KanesMethod and SciPy");
    Table table({"system", "anholon", "SymPy + SciPy", "ratio", ""});
    const bool has_peers = options.has_peer("sympy") && options.has_peer("scipy");
    for (const std::string system : {"disc", "bicycle"}) {
        const double ours = number(python({system, package}), "anholon");
        if (ours == 0) continue;
        const bool is_wanted = system == "disc" || options.length == Options::Length::all;
        const double theirs = has_peers && is_wanted ? number(python({system + "-sympy"}), "sympy") : 0;
        if (theirs == 0)
            table.add({system, duration(ours), is_wanted ? "missing" : "with --long", "", ""});
        else
            table.add({system, duration(ours), duration(theirs), times(theirs / ours),
                       verdict("≥ 100×", theirs / ours >= 100)});
    }
    table.print();
}

void right_hand_sides(const Python& python, const std::string& package) {
    std::puts(
        "\nModel.rhs at a million states, against the exported NumPy code: state by state, and its "
        "statements "
        "on whole arrays");
    Table table({"system", "all cores", "one thread", "state by state", "ratio", "on arrays", "ratio",
                 "largest difference", ""});
    for (const std::string system : {"rolling-disc", "whipple-bicycle"}) {
        const Numbers found = python({"rates", package, system});
        const auto of = [&](std::size_t k) { return number(found, "rates", k); };
        if (of(0) == 0) continue;
        table.add({system, duration(of(0)), duration(of(1)), duration(of(2)), times(of(2) / of(0)),
                   duration(of(3)), times(of(3) / of(0)), small(of(4)),
                   verdict("≥ 20×", of(3) / of(0) >= 20)});
    }
    table.print();
}

void calls(const Python& python, const std::string& package) {
    const Numbers found = python({"calls", package});
    if (found.empty()) return;
    std::puts("\nCalls from Python");
    Table table({"call", "time", ""});
    const auto row = [&](const char* what, const char* name) {
        const double seconds = number(found, name);
        table.add({what, duration(seconds), verdict("≤ 5 µs", seconds <= 5e-6)});
    };
    row("a column of a run", "call-column");
    row("the rates of a state", "call-rates");
    row("a sum of expressions", "call-expression");
    table.add({"an input of a run that is set", duration(number(found, "call-set")), ""});
    table.print();
    const double steps = number(found, "controller-cart");
    std::puts(
        "\nA run under a controller in Python: two columns read, an input set, a motion to the next call");
    std::printf("  %s steps/s  %s\n", count(static_cast<std::size_t>(steps)).c_str(),
                verdict("≥ 50,000", steps >= 50000).c_str());
}

}  // namespace

void python(const Options& options) {
    print_heading("The Python package.", "Times are the best of several runs, imports not counted");
    const std::string package = program_beside("python");
    if (!std::filesystem::exists(package + "/anholon")) {
        std::puts("python: skipped, the package is not built; tools/prepare python installs what it needs");
        return;
    }
    const Python python(options);
    derive_and_simulate(python, options, package);
    right_hand_sides(python, package);
    calls(python, package);
}

}  // namespace anholon::bench
