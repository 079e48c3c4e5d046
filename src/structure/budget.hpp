#pragma once

#include <chrono>
#include <exception>

namespace anholon {

// Thrown by Budget::check.
struct TimeIsUp : std::exception {
    const char* what() const noexcept override { return "not decided within the time allowed"; }
};

// How long a question may take. Whoever works on one asks now and then.
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

  private:
    std::chrono::steady_clock::time_point end_;
    double seconds_;
};

}  // namespace anholon
