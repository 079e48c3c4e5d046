#pragma once

#include <span>
#include <vector>

#include "integrate/rate_function.hpp"
#include "mechanics/adapted_frame.hpp"

namespace anholon {

// How well the constraints a q̇ + a_0 = 0 can be solved for the velocities that are not independent: the determinant of their
// columns against that of the best choice, which elimination with full pivoting finds.
class Pivots {
  public:
    // `equations`: such as have q, and t, among their variables.
    Pivots(const System& system, const RateEquations& equations, MakeEvaluator make);

    struct Choice {
        double quality = 0;  // of the given velocities: 1 is best
        std::vector<std::size_t> best;
    };
    Choice at(double t, std::span<const double> x, std::span<const double> p,
              std::span<const std::size_t> independent);

  private:
    std::size_t m_ = 0, n_ = 0;
    StateFunctions rows_;
    std::vector<double> a_;
};

}  // namespace anholon
