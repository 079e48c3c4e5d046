#include "interrupt.hpp"

#include <signal.h>

namespace anholon::cli {

namespace {

volatile sig_atomic_t came = 0;
struct sigaction before_int, before_term;

// The second time what stood there before does its work.
extern "C" void note(int signal) {
    if (came != 0) {
        sigaction(signal, signal == SIGINT ? &before_int : &before_term, nullptr);
        raise(signal);
    }
    came = 1;
}

}  // namespace

Interrupt::Interrupt() {
    came = 0;
    struct sigaction action = {};
    action.sa_handler = note;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &before_int);
    sigaction(SIGTERM, &action, &before_term);
}

Interrupt::~Interrupt() {
    sigaction(SIGINT, &before_int, nullptr);
    sigaction(SIGTERM, &before_term, nullptr);
}

bool Interrupt::has_come() { return came != 0; }

}  // namespace anholon::cli
