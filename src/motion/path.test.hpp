#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "code/tiered.hpp"
#include "motion/simulation.hpp"

// For tests: a motion with all its rows.
namespace anholon {

struct Path {
    SimulationResult result;
    std::vector<std::string> names;
    std::vector<std::vector<double>> rows;

    double final(const std::string& name) const { return column(name, rows.back()); }
    double column(const std::string& name, const std::vector<double>& row) const {
        for (std::size_t k = 0; k < names.size(); ++k)
            if (names[k] == name) return row[k];
        throw std::runtime_error("no column " + name);
    }
    double drift(const std::string& name) const {
        for (const Drift& d : result.drifts)
            if (d.name == name) return d.relative;
        throw std::runtime_error("no drift of " + name);
    }
};

inline Path simulate(const System& system, SimulationOptions options) {
    options.make = tiered;
    Simulation simulation(system, std::move(options));
    Path path;
    for (const Observable& o : simulation.columns()) path.names.push_back(o.name);
    path.result = simulation.run(
        {.row = [&](std::span<const double> row) { path.rows.emplace_back(row.begin(), row.end()); }});
    return path;
}

}  // namespace anholon
