#pragma once

#include <span>
#include <vector>

#include "integrate/rate_function.hpp"
#include "mechanics/adapted_frame.hpp"

namespace anholon {

// How well the constraints a q̇ + a_0 = 0 can be solved for the velocities that are not free: |det| of the frame that the free
// ones and the constraints make, the rows of the free ones scaled to 1, against that of the best choice of velocities, which
// elimination with full pivoting finds.
class Pivots {
  public:
    // `equations`: such as have q, and t, among their variables.
    Pivots(const System& system, const RateEquations& equations, MakeEvaluator make);

    struct Choice {
        double quality = 0;  // of the free velocities in use: 1 is best
        std::vector<std::size_t> best;
    };
    // Of the independent velocities, or of the quasi-velocities that the system states.
    Choice at(double t, std::span<const double> x, std::span<const double> p,
              const IndependentVelocities& independent);

  private:
    double of_stated() const;

    std::size_t m_ = 0, n_ = 0;
    StateFunctions rows_;  // of the constraints, then of the stated quasi-velocities
    std::vector<double> a_;
};

}  // namespace anholon
