#include "watched_work.hpp"

#include <iostream>

#include "budget.hpp"

namespace anholon::cli {

WatchedWork::WatchedWork(const char* what, std::size_t threads)
    : progress_(std::cerr, progress_on_stderr(what, 0, 1)) {
    options_.threads = threads;
    options_.progress = [this](std::size_t done, std::size_t all) {
        progress_.update(static_cast<double>(done) / static_cast<double>(all));
    };
    options_.asked = [] { return Interrupt::has_come() || Budget::is_spent(); };
}

bool WatchedWork::was_cut_short(Outcome& outcome) {
    if (Interrupt::has_come())
        add_error(outcome, Exit::interrupted, "interrupted", "interrupted");
    else if (Budget::is_spent())
        add_error(outcome, Exit::failed, "budget", "the time limit was reached");
    else
        return false;
    return true;
}

}  // namespace anholon::cli
