#pragma once

#include <string_view>
#include <vector>

#include "motion/simulation.hpp"
#include "report/simulation.hpp"
#include "report/trajectory.hpp"
#include "request/model.hpp"

// What the files of a motion say besides its numbers.

namespace anholon {

// Without the columns that only pictures need; those stand at the end.
std::vector<Observable> reported(const Simulation& simulation);

TrajectoryHeader header_of(const Simulation& simulation, const request::StatedModel& model,
                           const Provenance& provenance, std::string_view method,
                           const InitialStateOptions& initial);
// The same columns for the states at events, with what happened there.
TrajectoryHeader events_header(TrajectoryHeader header, const std::vector<WatchedEvent>& events);

// `interrupted` says why, if it was.
TrajectoryEnd end_of(const SimulationResult& result, const char* interrupted);
// All states at events, and the end.
void write_events(TrajectoryWriter& file, const SimulationReport& report, const char* interrupted);

}  // namespace anholon
