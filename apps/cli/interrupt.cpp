#include "interrupt.hpp"

namespace anholon::cli {

namespace {

volatile sig_atomic_t came = 0;

extern "C" void note(int) { came = 1; }

}  // namespace

Interrupt::Interrupt() {
    came = 0;
    struct sigaction action = {};
    action.sa_handler = note;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &old_int_);
    sigaction(SIGTERM, &action, &old_term_);
}

Interrupt::~Interrupt() {
    sigaction(SIGINT, &old_int_, nullptr);
    sigaction(SIGTERM, &old_term_, nullptr);
}

bool Interrupt::has_come() { return came != 0; }

}  // namespace anholon::cli
