#pragma once

#include <functional>
#include <memory>
#include <optional>

namespace anholon::cli {

// The time limit of a command. Computations that ask the Deadline end with TimeIsUp; for those that do not, such as a factorization
// in a library, `give_up` is called a little later, in a thread of its own, and must end the program.
class Budget {
  public:
    Budget(std::optional<double> seconds, std::function<void()> give_up);
    ~Budget();
    Budget(const Budget&) = delete;
    Budget& operator=(const Budget&) = delete;

    // Has the time come? For loops that end by themselves.
    static bool is_spent();
    // Whoever gets true reports the outcome, the command or `give_up`; the other one gets false.
    static bool claim_report();

  private:
    struct Watch;
    std::unique_ptr<Watch> watch_;
};

}  // namespace anholon::cli
