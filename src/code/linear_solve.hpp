#pragma once

#include <cstddef>
#include <limits>

namespace anholon {

// Solves W z = r; W stands by rows in front of r, and may be overwritten. The sign of det W; 0 where W is singular as far as floating
// point can tell, or not finite. Symmetric matrices with positive pivots are factored without exchanges, others by partial pivoting.
int solve_linear(double* system, std::size_t n, bool is_symmetric, double* z);
using SolveLinear = decltype(solve_linear);

// Symmetric matrices of 2 to so many rows are factored as W = L D Lᵀ first; machine code does the same (code/llvm/solve_emission.hpp).
inline constexpr std::size_t most_positive_unknowns = 6;
// A pivot below so small a part of what it was before elimination is rounding.
constexpr double least_pivot(std::size_t n) {
    return 4 * static_cast<double>(n) * std::numeric_limits<double>::epsilon();
}

}  // namespace anholon
