#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <memory>

namespace anholon {

// Thrown when the time that a computation may take has passed.
struct TimeIsUp : std::exception {
    const char* what() const noexcept override { return "not decided within the time allowed"; }
};

// A number of seconds from now, by the clock or of this thread's own work; or of its steps, of which a second has about a million. Work
// lasts longer on a busy machine, so what is found within it does not depend on what else runs; steps do not depend on the machine either.
class TimeLimit {
  public:
    static TimeLimit of_steps(long steps) { return TimeLimit(steps); }
    static TimeLimit by_the_clock(double seconds) { return {seconds, Of::clock}; }
    static TimeLimit of_work(double seconds) { return {seconds, Of::work}; }
    // Asked by the thread that made it.
    bool has_passed() const;
    double left() const;  // of the seconds; infinite for steps
    double seconds() const { return seconds_; }

  private:
    enum class Of { clock, work, steps };
    TimeLimit(double seconds, Of of);
    explicit TimeLimit(long steps);

    double seconds_;
    Of of_;
    std::chrono::steady_clock::time_point end_;  // work is not done before
    double work_done_ = 0;                       // by this thread, before
    long last_step_ = 0;                         // of this thread
};

// As long as one lives, computations on expressions in its thread end with TimeIsUp once its time has come: every pass over the nodes of an
// expression, every product of polynomials and every random point asks. Each time is a step.
class Deadline {
  public:
    explicit Deadline(const TimeLimit& limit);
    ~Deadline();
    Deadline(const Deadline&) = delete;
    Deadline& operator=(const Deadline&) = delete;

    // Also throws Cancelled.
    static void check();

  private:
    TimeLimit limit_;
    const Deadline* outer_;
};

// Thrown where a computation was asked to stop. It is no std::exception: whoever makes a failure a result of its own lets it pass.
struct Cancelled {};

// Asks computations to stop, from any thread. Copies ask the same ones.
class Stop {
  public:
    void request() const { *is_requested_ = true; }
    bool is_requested() const { return *is_requested_; }

  private:
    std::shared_ptr<std::atomic<bool>> is_requested_ = std::make_shared<std::atomic<bool>>(false);
};

// As long as one lives, computations in its thread end with Cancelled once the stop is requested. They ask where they ask for the Deadline.
class Stoppable {
  public:
    explicit Stoppable(Stop stop);
    ~Stoppable();
    Stoppable(const Stoppable&) = delete;
    Stoppable& operator=(const Stoppable&) = delete;

  private:
    Stop stop_;
    const Stop* outer_;
};

}  // namespace anholon
