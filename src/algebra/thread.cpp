#include "algebra/thread.hpp"

#include "algebra/flint.hpp"

namespace anholon {

void release_thread_memory() { flint_cleanup(); }

}  // namespace anholon
