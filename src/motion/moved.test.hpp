#pragma once

#include <map>
#include <stdexcept>
#include <string>

#include "code/tiered.hpp"
#include "motion/simulation.hpp"

// For tests: where a motion has come to.
namespace anholon {

using Values = std::map<std::string, double>;

// The standard columns and the abbreviations at a time.
inline Values at(const System& system, double t) {
    SimulationOptions options;
    options.until = options.every.emplace(t);
    options.make = tiered;
    for (const auto& [name, value] : system.lets)
        options.more.push_back({name, value, "", "", Observable::Kind::asked});
    Simulation simulation(system, std::move(options));
    const SimulationResult result = simulation.run();
    if (result.end != SimulationResult::End::reached) throw std::runtime_error(result.reason);
    Values out;
    for (std::size_t k = 0; k < simulation.columns().size(); ++k)
        out[simulation.columns()[k].name] = result.final[k];
    return out;
}

}  // namespace anholon
