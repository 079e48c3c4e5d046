#pragma once

#include <map>
#include <stdexcept>
#include <string>

#include "code/tiered.hpp"
#include "motion/simulation.hpp"

// For tests: where a motion has come to.
namespace anholon {

using Values = std::map<std::string, double>;

struct Moved {
    Values at_end;  // the standard columns and the abbreviations
    SimulationResult result;
};

inline Moved moved(const System& system, double t, bool keeps_contact = false) {
    SimulationOptions options;
    options.until = options.every.emplace(t);
    options.make = tiered;
    options.keeps_contact = keeps_contact;
    for (const auto& [name, value] : system.lets)
        options.more.push_back({name, value, "", "", Observable::Kind::asked});
    Simulation simulation(system, std::move(options));
    Moved out{{}, simulation.run()};
    if (out.result.final.size() < simulation.columns().size()) throw std::runtime_error(out.result.reason);
    for (std::size_t k = 0; k < simulation.columns().size(); ++k)
        out.at_end[simulation.columns()[k].name] = out.result.final[k];
    return out;
}

inline Values at(const System& system, double t) {
    Moved m = moved(system, t);
    if (m.result.end != SimulationResult::End::reached) throw std::runtime_error(m.result.reason);
    return std::move(m.at_end);
}

}  // namespace anholon
