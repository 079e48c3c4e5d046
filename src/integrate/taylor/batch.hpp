#pragma once

#include "integrate/taylor/taylor.hpp"

namespace anholon {

struct BatchOptions {
    // What the last terms of a series are compared with: the variable itself, or the largest of all variables, which allows longer steps
    // where an error of the others in its proportion does no harm.
    enum class Measure { variable, norm };

    double tolerance = 0x1p-52;
    std::size_t lanes = 0;    // motions side by side: 1, 4 or 8; 0: what the processor does best
    std::size_t threads = 1;  // 0: as many as there are processors
    bool is_plain = false;    // also a single lane by the code of several: to compare with
    Measure measure = Measure::variable;
};

struct BatchStart {
    std::vector<double> x, p;  // state and parameters
};

struct BatchEnd {
    double t = 0;  // reached
    std::vector<double> x;
    std::size_t steps = 0;
    std::size_t lanes =
        0;  // motions that went side by side: fewer than asked for where the program is too large for more
    Step::Outcome outcome = Step::Outcome::advanced;
};

// Many motions of one system from t = 0 to `until`, each with steps of its own length. A motion that ends makes room for
// the next at once. The result does not depend on the number of threads, nor on the motions beside. Nothing but the equations is
// looked at: no projection, no guards, no events; src/motion/ensemble.hpp has them. What goes wrong in a thread is thrown here.
std::vector<BatchEnd> integrate_batch(const RateEquations& equations, std::span<const BatchStart> starts,
                                      double until, const BatchOptions& options = {});

}  // namespace anholon
