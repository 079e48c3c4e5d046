#include "base/deadline.hpp"

namespace anholon {

namespace {

thread_local std::optional<Deadline::Time> current;
thread_local const Stop* stop = nullptr;

}  // namespace

Deadline::Deadline(Time end) : outer_(current) {
    if (!current || end < *current) current = end;
}

Deadline::~Deadline() { current = outer_; }

void Deadline::check() {
    if (stop && stop->is_requested()) throw Cancelled();
    if (current && std::chrono::steady_clock::now() > *current) throw TimeIsUp();
}

Stoppable::Stoppable(Stop what) : stop_(std::move(what)), outer_(stop) { stop = &stop_; }

Stoppable::~Stoppable() { stop = outer_; }

}  // namespace anholon
