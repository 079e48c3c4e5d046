#pragma once

#include "code/rate_equations.hpp"

namespace anholon {

// Where W is the unit matrix nothing is to be solved: z = r.
bool are_solved(const RateEquations& equations);
// The same equations with r in place of z, and no z. They are solved.
RateEquations explicit_equations(RateEquations equations);

}  // namespace anholon
