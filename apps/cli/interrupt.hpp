#pragma once

#include <signal.h>

namespace anholon::cli {

// As long as it lives, Ctrl-C and a termination request do not end the program but are noted, once; a second one does end it.
class Interrupt {
  public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    static bool has_come();

  private:
    struct sigaction old_int_, old_term_;
};

}  // namespace anholon::cli
