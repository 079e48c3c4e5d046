#pragma once

#include "algebra/thread.hpp"

namespace anholon::serve {

// The first object of a thread: gives back what exact arithmetic has cached for the thread when it ends.
struct ThreadMemory {
    ~ThreadMemory() { release_thread_memory(); }
};

}  // namespace anholon::serve
