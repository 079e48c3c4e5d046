#pragma once

#include "base/deadline.hpp"

namespace anholon {

// The time limit of one question. Long computations must call check() regularly.
class Budget {
  public:
    explicit Budget(double seconds)
        : end_(std::chrono::steady_clock::now() +
               std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                   std::chrono::duration<double>(seconds))),
          seconds_(seconds) {}
    void check() const {
        if (is_over()) throw TimeIsUp();
    }
    bool is_over() const { return std::chrono::steady_clock::now() > end_; }
    double seconds() const { return seconds_; }
    Deadline::Time end() const { return end_; }

  private:
    Deadline::Time end_;
    double seconds_;
};

}  // namespace anholon
