#pragma once

#include <exception>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/deadline.hpp"
#include "motion/run.hpp"

namespace anholon {

struct EnsembleOptions {
    std::size_t threads = 0;  // 0: as many as there are processors
    // Called on the caller's thread, when some motions more have ended.
    std::function<void(std::size_t ended, std::size_t all)> progress = {};
    Stop stop = {};
};

// One motion of an ensemble, or why there is none.
struct Lane {
    SimulationResult result = {};
    std::vector<std::string> columns = {};  // their names
    std::exception_ptr failure = nullptr;   // such as NoInitialState; then there is no result
};

// Motions of one system on all cores, each a Run of its own: its result is that of the run alone, bit for bit, whatever moves beside it
// and on how many threads. One that fails is its own result. Where a stop is requested, or the caller's stop or deadline comes,
// the motions that have not ended are interrupted.
std::vector<Lane> ensemble(const MovingSystem& moving, std::span<const RunOptions> starts,
                           const EnsembleOptions& options = {});
// The same for starts that are made where they are needed: by any thread, several at once.
std::vector<Lane> ensemble(const MovingSystem& moving, std::size_t count,
                           const std::function<RunOptions(std::size_t)>& start,
                           const EnsembleOptions& options = {});

}  // namespace anholon
