#pragma once

#include <chrono>
#include <exception>
#include <optional>

namespace anholon {

// Thrown when the time that a computation may take has passed.
struct TimeIsUp : std::exception {
    const char* what() const noexcept override { return "not decided within the time allowed"; }
};

// As long as one lives, computations on expressions in its thread end with TimeIsUp once its time has come: every pass over the nodes of an
// expression, every product of polynomials and every random point asks.
class Deadline {
  public:
    using Time = std::chrono::steady_clock::time_point;
    explicit Deadline(Time end);
    ~Deadline();
    Deadline(const Deadline&) = delete;
    Deadline& operator=(const Deadline&) = delete;

    static void check();

  private:
    std::optional<Time> outer_;
};

}  // namespace anholon
