#pragma once

#include "command.hpp"
#include "interrupt.hpp"
#include "motion/side_by_side.hpp"
#include "report/progress.hpp"

namespace anholon::cli {

// Work on several threads that shows its progress on stderr and ends with Ctrl-C or with its budget.
class WatchedWork {
  public:
    explicit WatchedWork(const char* what, std::size_t threads = 0);  // "moving"
    const SideBySideOptions& options() const { return options_; }

    // The error of work that was cut short, if it was. Whether it was.
    static bool was_cut_short(Outcome& outcome);

  private:
    Interrupt interrupt_;
    Progress progress_;
    SideBySideOptions options_;
};

}  // namespace anholon::cli
