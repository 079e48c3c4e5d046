#pragma once

#include "base/deadline.hpp"

namespace anholon {

// The work that may be spent on a question, in seconds or in steps. Asked between steps; computations on expressions ask by their Deadline.
class Budget {
  public:
    explicit Budget(double seconds) : limit_(TimeLimit::of_work(seconds)) {}
    static Budget of_steps(long steps) { return Budget(TimeLimit::of_steps(steps)); }
    void check() const {
        if (is_over()) throw TimeIsUp();
    }
    bool is_over() const { return limit_.has_passed(); }
    double seconds() const { return limit_.seconds(); }
    const TimeLimit& limit() const { return limit_; }

  private:
    explicit Budget(const TimeLimit& limit) : limit_(limit) {}

    TimeLimit limit_;
};

}  // namespace anholon
