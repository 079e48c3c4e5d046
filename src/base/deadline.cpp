#include "base/deadline.hpp"

#include <algorithm>
#include <ctime>
#include <limits>

namespace anholon {

namespace {

thread_local const Deadline* current = nullptr;
thread_local const Stop* stop = nullptr;
thread_local long steps_done = 0;

// Of this thread, in seconds.
double work_done() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

TimeLimit::TimeLimit(double seconds, Of of)
    : seconds_(seconds),
      of_(of),
      end_(std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                  std::chrono::duration<double>(std::min(seconds, 1e9)))),
      work_done_(of == Of::work ? work_done() : 0) {}

TimeLimit::TimeLimit(long steps)
    : seconds_(std::numeric_limits<double>::infinity()), of_(Of::steps), last_step_(steps_done + steps) {}

bool TimeLimit::has_passed() const {
    if (of_ == Of::steps) return steps_done > last_step_;
    if (std::chrono::steady_clock::now() <= end_) return false;
    return of_ == Of::clock || work_done() - work_done_ >= seconds_;
}

double TimeLimit::left() const {
    if (of_ == Of::steps) return seconds_;
    if (of_ == Of::work) return seconds_ - (work_done() - work_done_);
    return std::chrono::duration<double>(end_ - std::chrono::steady_clock::now()).count();
}

Deadline::Deadline(const TimeLimit& limit) : limit_(limit), outer_(current) { current = this; }

Deadline::~Deadline() { current = outer_; }

void Deadline::check() {
    ++steps_done;
    if (stop && stop->is_requested()) throw Cancelled();
    for (const Deadline* deadline = current; deadline; deadline = deadline->outer_)
        if (deadline->limit_.has_passed()) throw TimeIsUp();
}

Stoppable::Stoppable(Stop what) : stop_(std::move(what)), outer_(stop) { stop = &stop_; }

Stoppable::~Stoppable() { stop = outer_; }

}  // namespace anholon
