#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <limits>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "benchmark.hpp"
#include "cases.hpp"
#include "code/compiler.hpp"
#include "coprocess.hpp"
#include "expr/print.hpp"
#include "integrate/runge_kutta/dop853.hpp"
#include "integrate/taylor/batch.hpp"

namespace anholon::bench {
namespace {

constexpr double machine = 0x1p-52;

double cpu_seconds(clockid_t clock, auto&& work) {
    const auto now = [&] {
        timespec time{};
        clock_gettime(clock, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    };
    const double start = now();
    work();
    return now() - start;
}

// --- What is asked of both programs

// Motion k starts at the case's state with spread·k added to the last number; the ends of every so many are compared.
struct Motions {
    const Case& system;
    std::size_t count = 1, every = 1;
    double spread = 0;

    std::vector<double> start(std::size_t k) const {
        std::vector<double> x = system.x;
        x.back() += spread * static_cast<double>(k);
        return x;
    }
    Motions compared() const { return {system, count / every, 1, spread * static_cast<double>(every)}; }
};

struct Measured {
    double seconds = std::numeric_limits<double>::infinity();
    double steps = 0;
    std::vector<double> ends = {};
};

struct Way {
    std::string program, name;
    double compile = 0;  // CPU seconds, all threads
    std::size_t order = 0;
    std::function<Measured()> run = {};
    Measured best = {};
    double error = 0;

    double step() const { return best.seconds / best.steps; }
    bool is_ours() const { return program == "Anholon"; }
};

// The ways take turns, so that a busy machine is the same for all; the quickest run of each counts.
void measure(std::vector<Way>& ways, const std::vector<double>& exact) {
    double spent = 0;
    for (int round = 0; round < 400 && (round < 4 || spent < 0.25 * static_cast<double>(ways.size()));
         ++round)
        for (Way& way : ways) {
            Measured again = way.run();
            spent += again.seconds;
            if (again.seconds < way.best.seconds) way.best = std::move(again);
        }
    for (Way& way : ways) way.error = distance(way.best.ends, exact);
}

// --- Ours

Way by_us(const std::string& name, const Motions& motions, auto&& made) {
    Way way{.program = "Anholon", .name = name};
    std::shared_ptr<Integrator> integrator;
    way.compile = cpu_seconds(CLOCK_PROCESS_CPUTIME_ID, [&] { integrator = made(); });
    if (const auto* taylor = dynamic_cast<const Taylor*>(integrator.get())) way.order = taylor->order();
    way.run = [=] {
        Measured m{.seconds = 0};
        const Case& c = motions.system;
        for (std::size_t k = 0; k < motions.count; ++k) {
            integrator->start(0, motions.start(k), c.p);
            m.seconds += cpu_seconds(CLOCK_THREAD_CPUTIME_ID, [&] {
                while (integrator->time() < c.until &&
                       integrator->step(c.until).outcome == Step::Outcome::advanced)
                    ++m.steps;
            });
            m.ends.insert(m.ends.end(), integrator->state().begin(), integrator->state().end());
        }
        return m;
    };
    return way;
}

Way by_series(const Motions& motions, double tolerance = machine) {
    return by_us("Taylor, " + motions.system.form, motions, [&] {
        return std::make_unique<Taylor>(Problem{motions.system.equations}, TaylorOptions{tolerance});
    });
}

Way by_lanes(const Motions& motions, std::size_t lanes) {
    const Case& c = motions.system;
    auto starts = std::make_shared<std::vector<BatchStart>>();
    for (std::size_t k = 0; k < motions.count; ++k) starts->push_back({motions.start(k), c.p});
    std::shared_ptr<const LaneMethod> method;
    const double compile =
        cpu_seconds(CLOCK_THREAD_CPUTIME_ID, [&] { method = taylor_lanes(c.equations, {.lanes = lanes}); });
    const auto run = [=, &c] {
        Measured m;
        std::vector<BatchEnd> ends;
        m.seconds =
            cpu_seconds(CLOCK_THREAD_CPUTIME_ID, [&] { ends = integrate_batch(*method, *starts, c.until); });
        for (std::size_t k = 0; k < ends.size(); ++k) {
            m.steps += static_cast<double>(ends[k].steps);
            if (k % motions.every == 0) m.ends.insert(m.ends.end(), ends[k].x.begin(), ends[k].x.end());
        }
        return m;
    };
    return {.program = "Anholon", .name = std::to_string(lanes) + " lanes", .compile = compile, .run = run};
}

// --- heyoka

std::string full(double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", x);
    return text;
}

// Its states must be ours, in the same order.
void check_states(std::istream& names, const Case& c) {
    for (const Expr& symbol : c.equations.state) {
        std::string name;
        names >> name;
        if (name != text(symbol))
            throw std::logic_error("heyoka's " + c.name + " has the state " + name + " where ours has " +
                                   text(symbol));
    }
}

Way by_heyoka(const std::string& system, const std::string& name, const Motions& motions,
              std::size_t lanes = 1, double tolerance = machine) {
    const Case& c = motions.system;
    auto program = std::make_shared<Coprocess>(std::vector<std::string>{
        program_beside("motion-heyoka"), system, name, std::to_string(lanes), full(tolerance)});
    Way way{.program = "heyoka", .name = lanes == 1 ? name : std::to_string(lanes) + " lanes, " + name};
    std::istringstream compiled(program->answer());
    std::string word;
    compiled >> word >> way.compile >> way.order;
    check_states(compiled, c);
    std::string request = full(c.until) + " " + std::to_string(motions.count) + " " + full(motions.spread) +
                          " " + std::to_string(motions.every);
    for (const double x : c.x) request += " " + full(x);
    way.run = [=] {
        program->tell(request);
        std::istringstream words(program->answer());
        Measured m;
        words >> m.seconds >> m.steps;
        for (double x; words >> x;) m.ends.push_back(x);
        return m;
    };
    return way;
}

// Where the motions end: heyoka's in numbers of 64 bits of mantissa, or ours with a tolerance below the rounding.
std::vector<double> exact_ends(bool has_heyoka, const std::string& system, const Motions& motions) {
    std::fprintf(stderr, "heyoka: %s …\n", system.c_str());
    const Motions compared = motions.compared();
    const std::vector<double> ours = by_series(compared, 1e-18).run().ends;
    if (!has_heyoka) return ours;
    std::vector<double> theirs = by_heyoka(system, "long-double,compact", compared, 1, 0x1p-63).run().ends;
    const double difference = distance(ours, theirs);
    if (!(difference < 1e-8))
        throw std::logic_error("heyoka's equations of the " + motions.system.name +
                               " are not ours: their motions differ by " + small(difference));
    std::printf("  %s: the two references differ by %s\n", motions.system.name.c_str(),
                small(difference).c_str());
    return theirs;
}

// Whether its program is there and answers.
bool answers(const Options& options) {
    if (!options.has_peer("heyoka")) {
        std::puts("heyoka is missing: only Anholon is measured. ./bench --help says where it is looked for.");
        return false;
    }
    try {
        Coprocess({program_beside("motion-heyoka"), "free-top", "compact", "1", "1e-3"}).answer();
        return true;
    } catch (const std::exception&) {
        std::puts("heyoka is there, but its program failed: only Anholon is measured.");
        return false;
    }
}

// --- Tables

const Way& quickest_of_ours(const std::vector<Way>& ways) {
    const Way* best = nullptr;
    for (const Way& way : ways)
        if (way.is_ours() && (best == nullptr || way.best.seconds < best->best.seconds)) best = &way;
    return *best;
}

std::string times(double ratio) { return decimal(ratio, 2) + "×"; }

void one_motion(bool has_heyoka, const std::vector<std::pair<std::string, Case>>& systems, bool is_long) {
    std::puts("\nOne motion at machine precision");
    Table table({"system", "until", "program", "way", "compile", "order", "steps", "a step", "the motion",
                 "error", "step against ours", "motion against ours", ""});
    for (const auto& [name, c] : systems) {
        const Motions motions{c};
        const std::vector<double> exact = exact_ends(has_heyoka, name, motions);
        std::vector<Way> ways{by_series(motions)};
        std::vector<std::string> theirs{"default", "fast-math", "compact"};
        if (name == "pendulum-6" && !is_long) theirs = {"compact"};  // it compiles for long
        for (const std::string& way : theirs)
            if (has_heyoka) ways.push_back(by_heyoka(name, way, motions));
        measure(ways, exact);
        const Way& ours = ways.front();
        for (const Way& way : ways)
            table.add({c.name, decimal(c.until, 0), way.program, way.name, duration(way.compile),
                       std::to_string(way.order), count(static_cast<std::size_t>(way.best.steps)),
                       duration(way.step()), duration(way.best.seconds), small(way.error),
                       way.is_ours() ? "" : times(way.step() / ours.step()),
                       way.is_ours() ? "" : times(way.best.seconds / ours.best.seconds), ""});
    }
    table.print();
}

// The quickest of the ways of one program and kind that keep the error, whatever their tolerance.
const Way* quickest(const std::vector<Way>& ways, bool ours, std::string_view name, double error) {
    const Way* best = nullptr;
    for (const Way& way : ways)
        if (way.is_ours() == ours && way.name.starts_with(name) && way.error <= error &&
            (best == nullptr || way.best.seconds < best->best.seconds))
            best = &way;
    return best;
}

void at_equal_error(bool has_heyoka, const std::string& name, const Case& c) {
    std::printf(
        "\nA simulated second of the %s at a given error at t = %.0f: the quickest of all tolerances, a "
        "power of ten each\n",
        c.name.c_str(), c.until);
    const Motions motions{c};
    const std::vector<double> exact = exact_ends(has_heyoka, name, motions);
    std::vector<Way> all;
    for (double tolerance = 1e-4; tolerance > 1e-17; tolerance = tolerance > 5e-16 ? tolerance / 10 : 0) {
        const double asked = std::max(tolerance, machine);
        std::vector<Way> ways{by_series(motions, asked), by_us("Runge-Kutta", motions, [&] {
                                  return dop853(Problem{c.equations}, {.tolerance = asked, .make = compiled});
                              })};
        for (const char* way : {"default", "fast-math"})
            if (has_heyoka) ways.push_back(by_heyoka(name, way, motions, 1, asked));
        measure(ways, exact);
        for (Way& way : ways) {
            way.run = {};  // its program may end
            all.push_back(std::move(way));
        }
    }
    Table table({"error", "our Taylor", "our Runge–Kutta", "heyoka default", "fast-math",
                 "default against our best", "fast-math against our best", ""});
    for (const double error : {1e-12, 1e-11, 1e-9, 1e-6}) {
        const Way* ours = quickest(all, true, "", error);
        const auto second = [&](const Way* way, bool is_there = true) {
            return !is_there        ? std::string()
                   : way == nullptr ? std::string("not reached")
                                    : duration(way->best.seconds / c.until);
        };
        const auto ratio = [&](const Way* way) {
            return way == nullptr || ours == nullptr ? std::string()
                                                     : times(way->best.seconds / ours->best.seconds);
        };
        const Way *plain = quickest(all, false, "default", error),
                  *fast = quickest(all, false, "fast", error);
        table.add({small(error), second(quickest(all, true, "Taylor", error)),
                   second(quickest(all, true, "Runge-Kutta", error)), second(plain, has_heyoka),
                   second(fast, has_heyoka), ratio(plain), ratio(fast), ""});
    }
    table.print();
}

void ensemble(bool has_heyoka, const std::string& name, const Motions& motions) {
    std::printf("\n%s motions of the %s side by side, T = %.0f, one core; compilation not counted\n",
                count(motions.count).c_str(), motions.system.name.c_str(), motions.system.until);
    const std::vector<double> exact = exact_ends(has_heyoka, name, motions);
    std::vector<Way> ways;
    for (const std::size_t lanes : {4, 8}) ways.push_back(by_lanes(motions, lanes));
    for (const std::size_t lanes : {4, 8})
        for (const char* way : {"default", "fast-math", "fast-math,avx512"})
            if (has_heyoka && (lanes == 8 || std::string(way) != "fast-math,avx512"))
                ways.push_back(by_heyoka(name, way, motions, lanes));
    measure(ways, exact);
    const double ours = quickest_of_ours(ways).best.seconds;
    Table table({"program", "way", "compile", "motions/s", "steps", "a step of a lane", "error",
                 "against our best", ""});
    for (const Way& way : ways)
        table.add({way.program, way.name, duration(way.compile),
                   count(static_cast<std::size_t>(static_cast<double>(motions.count) / way.best.seconds)),
                   count(static_cast<std::size_t>(way.best.steps)), duration(way.step()), small(way.error),
                   way.is_ours() ? "" : times(way.best.seconds / ours), ""});
    table.print();
}

}  // namespace

void heyoka(const Options& options) {
    print_heading("heyoka: Taylor series side by side with heyoka's.",
                  "Times are CPU times, the least of several runs that take turns");
    const bool has_heyoka = answers(options), is_long = options.length == Options::Length::all;
    std::printf("Errors are differences from %s.\n",
                has_heyoka ? "heyoka's series in numbers of 64 bits" : "our series of a tolerance of 1e-18");
    std::vector<std::pair<std::string, Case>> systems;
    systems.emplace_back("disc", prepared(reference_disc(), 1000));
    systems.emplace_back("free-top", prepared(of_gallery("free-top"), 1000));
    systems.emplace_back("rattleback", prepared(of_gallery("rattleback"), 2));
    systems.emplace_back("pendulum-6", prepared(pendulum(6), 10));
    Taylor(Problem{systems[1].second.equations});  // loads the compiler
    one_motion(has_heyoka, systems, is_long);
    Case &disc = systems[0].second, &rattleback = systems[2].second;
    disc.until = 100;
    at_equal_error(has_heyoka, "disc", disc);
    const std::size_t discs = is_long ? 10'000 : 2'000, stones = 160;
    constexpr double spread = 0x1p-22;  // its multiples are exact
    ensemble(has_heyoka, "disc", {disc, discs, discs / 20, spread});
    if (is_long) ensemble(has_heyoka, "rattleback", {rattleback, stones, stones / 20, spread});
}

}  // namespace anholon::bench
