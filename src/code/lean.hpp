#pragma once

#include "code/rate_equations.hpp"

namespace anholon {

// The same equations, as cheap to execute as the ways tried make them: simplified or not, divisors taken into sums or not. The
// measure is what a Taylor step spends its time on, the products of two changing quantities.
RateEquations lean(const RateEquations& equations);

}  // namespace anholon
