#pragma once

#include <cstddef>

#include "integrate/runge_kutta/coefficients.hpp"

// The sums of a step of DOP853 over its stages k_1, k_2, …, rows of `columns` numbers at a 64-byte boundary, a multiple of 8.
namespace anholon::runge_kutta {

// x + h Σ_j a_ij k_j, for a stage behind the first.
void stage_state(std::size_t i, const double* x, const double* k, std::size_t columns, double h,
                 double* result);

// h Σ_j b_j k_j: x(t + h) − x(t).
void increment(const double* k, std::size_t columns, double h, double* result);

// The error of a step, 1 being all that is allowed: with the errors e5 and e3 of the steps of order 5 and 3,
// h ‖e5‖² / √(n (‖e5‖² + ‖e3‖²/100)), each variable divided by what is allowed to it. `inverse` is 1 over that, 0 behind the n variables.
double error(const double* k, std::size_t columns, std::size_t n, double h, const double* inverse);

// The polynomial of degree 7 through a step, by its eight rows of coefficients.
inline constexpr std::size_t dense_coefficients = 8;
void dense_output(const double* from, const double* to, const double* k, std::size_t columns, double h,
                  double* rows);
// At a part of the step, and its derivative by that part.
void dense_value(const double* rows, std::size_t columns, double part, double* value, double* slope);

}  // namespace anholon::runge_kutta
