#pragma once

#include <span>
#include <vector>

#include "integrate/rate_function.hpp"
#include "motion/formulation.hpp"

namespace anholon {

// Momenta p = ∂L/∂q̇ + N f_μ a_μ of a large added mass hold the slips f_μ times N. A slip of a state (q, q̇) that is nothing but
// rounding would be multiplied by N as well; it counts as none.
class Slips {
  public:
    // `formulation`: the form that carries the state; there are slips in it only if its state holds such momenta.
    Slips(const System& system, const Formulation& formulation, const Formulation& law);

    // Takes what is rounding out of x, written from the law's state y.
    void remove(double t, std::span<const double> y, std::span<const double> p, std::span<double> x);

  private:
    std::size_t count_ = 0, n_ = 0, first_ = 0;
    StateFunctions functions_;  // N, then for each slip: f, a_1, …, a_n, a_1 q̇_1, …, a_n q̇_n
    std::vector<double> values_;
};

}  // namespace anholon
