#pragma once

namespace anholon {

// Gives back what the exact arithmetic has cached for this thread. A thread that used it calls this when it ends, after its
// last exact number is gone.
void release_thread_memory();

}  // namespace anholon
