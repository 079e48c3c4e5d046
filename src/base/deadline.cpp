#include "base/deadline.hpp"

namespace anholon {

namespace {

thread_local std::optional<Deadline::Time> current;

}  // namespace

Deadline::Deadline(Time end) : outer_(current) {
    if (!current || end < *current) current = end;
}

Deadline::~Deadline() { current = outer_; }

void Deadline::check() {
    if (current && std::chrono::steady_clock::now() > *current) throw TimeIsUp();
}

}  // namespace anholon
