#pragma once

namespace anholon::cli {

// As long as it lives, a first Ctrl-C or termination request does not end the program but is noted. One at a time.
class Interrupt {
  public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    static bool has_come();
};

}  // namespace anholon::cli
