#pragma once

#include <cstddef>
#include <functional>

#include "base/deadline.hpp"

namespace anholon {

struct SideBySideOptions {
    std::size_t threads = 0;  // 0: as many as there are processors
    // Called on the caller's thread, when some pieces more are done.
    std::function<void(std::size_t done, std::size_t all)> progress = {};
    std::function<bool()> asked = {};  // asked there now and then: whether to stop
    Stop stop = {};
};

// Whether the caller's stop or deadline has come, or one of the options asks for an end.
bool should_stop(const SideBySideOptions& options);

// Does pieces of work 0, 1, …, count − 1 on several threads. `worker` is called once in each of them, by one at a time, and makes what does
// a piece there. A stop that is requested, or the caller's stop or deadline, reaches the workers as theirs. What a piece throws stops
// the others and is thrown here; pieces that a stop keeps from being begun are left out. Whether all were done.
bool side_by_side(std::size_t count, const std::function<std::function<void(std::size_t)>()>& worker,
                  const SideBySideOptions& options);

}  // namespace anholon
