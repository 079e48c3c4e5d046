#pragma once

#include "code/rate_equations.hpp"
#include "code/tangent.hpp"
#include "integrate/factorization.hpp"

namespace anholon {

// ∂ẋ/∂x of W(t, x, p) z = r(t, x, p), ẋ = G(t, x, p, z) at single states, column by column. For one thread at a time; copies share the
// programs.
class Slopes {
  public:
    explicit Slopes(const RateEquations& equations);

    // J by rows. False where W has no inverse or a value is not finite.
    bool operator()(double t, std::span<const double> x, std::span<const double> p, std::span<double> J);

  private:
    std::size_t n_, m_;  // states, unknowns
    Tangent linear_system_, rates_;
    Factorization factors_;
    std::vector<double> point_, direction_, W_r_, dW_r_, dx_;  // point_: t, x, p, z
};

}  // namespace anholon
