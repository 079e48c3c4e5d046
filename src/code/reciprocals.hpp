#pragma once

#include <vector>

#include "code/program.hpp"

namespace anholon {

// The same program with fewer divisions, which take a processor as long as ten products: a divisor that several quotients share is
// inverted once. A quotient a·(1/b) is within 1.5 units of the last digit, a/b within 0.5. Quotients that are computed once for a whole
// motion stay as they are, and so does what is divided by a divisor of that kind: `is_fixed` says so of each instruction.
Program with_reciprocals(const Program& program, const std::vector<bool>& is_fixed);

}  // namespace anholon
