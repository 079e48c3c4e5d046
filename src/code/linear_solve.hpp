#pragma once

#include <cstddef>

namespace anholon {

// Solves W z = r; W stands by rows in front of r, and may be overwritten. The sign of det W; 0 where W is singular as far as floating
// point can tell, or not finite. Symmetric matrices with positive pivots are factored without exchanges, others by partial pivoting.
int solve_linear(double* system, std::size_t n, bool is_symmetric, double* z);

}  // namespace anholon
