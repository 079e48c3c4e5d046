#include <cmath>
#include <cstdio>
#include <optional>
#include <tuple>

#include "benchmark.hpp"
#include "code/compiler.hpp"
#include "model/model.hpp"
#include "motion/simulation.hpp"
#include "systems.hpp"

namespace anholon::bench {
namespace {

constexpr double until = 10;

// The disc of the gallery as a body, in quaternions, in the same initial state.
const Text body{"disc as a body", "", R"(model Disc {
  param m = 1, R = 1, g = 9.81
  ground plane z = 0
  gravity g along (0, 0, -1)
  body disc { mass m; shape disc(R) }
  contact disc on ground rolling
  init q0 = cos(pi/6), q1 = sin(pi/6), y = R*cos(pi/3), w1 = 0, w2 = 3*sin(pi/3), w3 = -1
})"};

struct Row {
    std::string program, way;
    double seconds = 0;  // for the whole motion
    std::size_t steps = 0;
    double energy = 0, slip = 0, gap = 0;  // the largest on the way; the energy's change relative
    std::vector<double> centre;            // the mass centre at the end
    double error = 0;                      // its distance from where it should be
    SimulationSeconds before = {};         // of ours: to derive and to compile
};

Row by_anholon(const System& system, const std::string& way, const std::vector<std::string>& centre,
               std::optional<double> tolerance) {
    Row row{.program = "Anholon", .way = way};
    constexpr int runs = 5;
    for (int k = 0; k < runs; ++k) {
        SimulationOptions options;
        options.until = options.every.emplace(until);
        options.tolerance = tolerance;
        options.make = compiled;
        for (const auto& [name, value] : system.lets)
            options.more.push_back({name, value, "", "", Observable::Kind::asked});
        Simulation simulation(system, std::move(options));
        const SimulationResult result = simulation.run();
        if (k > 0 && result.seconds.integrate >= row.seconds) continue;
        row.seconds = result.seconds.integrate;
        row.before = result.seconds;
        row.steps = result.steps;
        double along = 0, across = 0;
        for (const Drift& drift : result.drifts) {
            if (drift.name == "energy") row.energy = drift.change / std::fabs(drift.initial);
            if (drift.name == "constraint along") along = drift.change;
            if (drift.name == "constraint across") across = drift.change;
            if (drift.name == "constraint height") row.gap = drift.change;
        }
        row.slip = std::hypot(along, across);
        row.centre.clear();
        for (const std::string& name : centre)
            for (std::size_t i = 0; i < simulation.columns().size(); ++i)
                if (simulation.columns()[i].name == name) row.centre.push_back(result.final[i]);
    }
    return row;
}

std::vector<Row> by_peer(const Options& options, const std::string& peer, const std::string& program,
                         const std::string& title, std::vector<std::string> arguments) {
    std::vector<Row> rows;
    for (const PeerWay& way : program_ways(options, peer, program, std::move(arguments))) {
        const std::vector<double>& x = way.numbers;
        if (x.size() != 8) continue;
        rows.push_back({.program = title,
                        .way = way.name,
                        .seconds = x[0],
                        .steps = static_cast<std::size_t>(x[1]),
                        .energy = x[2],
                        .slip = x[3],
                        .gap = x[4],
                        .centre = {x[5], x[6], x[7]}});
    }
    return rows;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(sum);
}

// The time of the quickest of our bodies that keeps the energy and finds the place as well as theirs.
std::optional<double> as_accurate(const std::vector<Row>& ours, const Row& theirs) {
    std::optional<double> best;
    for (const Row& row : ours)
        if (row.way.starts_with("body") && row.energy <= theirs.energy && row.error <= theirs.error &&
            (!best || row.seconds < *best))
            best = row.seconds;
    return best;
}

void print(const std::vector<Row>& ours, const std::vector<Row>& theirs) {
    Table table({"program", "way", "a second of motion", "steps", "energy", "slip", "gap", "place",
                 "against Anholon", ""});
    const auto add = [&](const Row& row, const std::string& ratio) {
        table.add({row.program, row.way, duration(row.seconds / until), count(row.steps), small(row.energy),
                   small(row.slip), small(row.gap), small(row.error), ratio, ""});
    };
    for (const Row& row : ours) add(row, "");
    for (const Row& row : theirs) {
        const auto best = as_accurate(ours, row);
        add(row, best ? decimal(row.seconds / *best, 0) + "×" : "none is");
    }
    table.print();
}

}  // namespace

void bodies(const Options& options) {
    print_heading("bodies: a rolling disc against programs for rigid bodies.",
                  "Times are the least of several runs");
    std::printf(
        "\n%.0f s of the gallery's disc. Energy: its largest relative change. Slip: the largest speed of the "
        "point "
        "of contact, in m/s.\nGap: the largest distance of the rim from the plane, in m. Place: of the mass "
        "centre "
        "at the end, in m from where a tolerance\nof 1e-18 has it. The last column compares with the "
        "quickest body of "
        "Anholon that is as accurate in energy and place.\n",
        until);
    const System by_hand = system_of(of_gallery("rolling-disc", "")), disc = system_of(body);
    const std::vector<std::string> xyz{"x", "y", "z"}, centre{"xc", "yc", "zc"};
    const Row exact = by_anholon(by_hand, "", centre, 1e-18);
    std::vector<Row> ours;
    for (const double tolerance : {1e-3, 1e-6, 1e-9, 1e-12})
        ours.push_back(by_anholon(disc, "body,tol=" + small(tolerance), xyz, tolerance));
    ours.push_back(by_anholon(disc, "body", xyz, std::nullopt));
    ours.push_back(by_anholon(by_hand, "by hand", centre, std::nullopt));
    const std::string end = decimal(until, 0);
    std::vector<Row> theirs = by_peer(options, "simbody", "bodies-simbody", "Simbody", {end});
    std::vector<std::string> arguments{end};
    if (options.length == Options::Length::all) arguments.emplace_back("long");
    for (Row& row : by_peer(options, "mujoco", "bodies-mujoco", "MuJoCo", arguments))
        theirs.push_back(std::move(row));
    for (std::vector<Row>* rows : {&ours, &theirs})
        for (Row& row : *rows) row.error = distance(row.centre, exact.centre);
    print(ours, theirs);
    const Row& default_body = ours[ours.size() - 2];
    std::printf("  Anholon's body is derived in %s and compiled in %s, once for all motions\n",
                duration(default_body.before.derive).c_str(), duration(default_body.before.compile).c_str());
    for (const auto& [peer, title, package] : {std::tuple{"simbody", "Simbody", "libsimbody-dev"},
                                               std::tuple{"mujoco", "MuJoCo", "libmujoco-dev"}}) {
        if (!options.has_peer(peer))
            std::printf("  %s is missing: apt-get install %s\n", title, package);
        else if (std::ranges::find(theirs, title, &Row::program) == theirs.end())
            std::printf("  %s is there, but its program failed\n", title);
    }
    std::puts(
        "  MuJoCo has no constraints on velocities: its disc is a flat cylinder with friction. Simbody rolls "
        "by two "
        "SpeedCouplers.");
}

}  // namespace anholon::bench
