#pragma once

#include <array>
#include <cstddef>

#include "integrate/runge_kutta/coefficients.hpp"

// The sums of a step of DOP853 over its stages k_1, k_2, …, rows of `columns` numbers at a 64-byte boundary, a multiple of 8. The rows
// hold the variables of one motion, or those of 4 or 8 motions side by side: x_1 of each, x_2 of each, …. The numbers of a motion are the
// same in both.
namespace anholon::runge_kutta {

// The length of the step for eight neighbouring columns.
inline constexpr std::size_t eight = 8, most_lanes = 8;
using Eight = std::array<double, eight>;
inline Eight for_eight(const double* of_lanes, std::size_t lanes) {
    Eight all;
    for (std::size_t l = 0; l < eight; ++l) all[l] = of_lanes[l % lanes];
    return all;
}

// The columns of n variables of so many motions.
inline std::size_t columns_for(std::size_t n, std::size_t lanes) {
    return n == 0 ? eight : (n * lanes + eight - 1) / eight * eight;
}

// x + h Σ_j a_ij k_j, for a stage behind the first.
void stage_state(std::size_t i, const double* x, const double* k, std::size_t columns, const Eight& h,
                 double* result);

// x + h Σ_j b_j k_j, the end of the step; `rest` is what rounding left of x, `end_rest` what it leaves of the end.
void end_state(const double* x, const double* rest, const double* k, std::size_t columns, const Eight& h,
               double* end, double* end_rest);

// The eighth root of the error of the step of each motion, 1 being all that is allowed: with the errors e5 and e3 of the steps of order 5 and 3,
// h ‖e5‖² / √(n (‖e5‖² + ‖e3‖²/100)), each variable divided by what is allowed to it. `inverse` is 1 over that, 0 behind the n variables.
void error_roots(const double* k, std::size_t columns, std::size_t n, std::size_t lanes, const double* h,
                 const double* inverse, double* result);

// What is taken over from the end of a step, in those of eight neighbouring columns that are marked by a number other than 0.
void take_over(const double* from, std::size_t columns, const Eight& is_marked, double* to);

// 0 times the sums of each of eight neighbouring columns: 0 where their numbers are finite.
void nothing_of(const double* row, std::size_t columns, Eight& result);

// The polynomial of degree 7 through a step, by its eight rows of coefficients.
inline constexpr std::size_t dense_coefficients = 8;
void dense_output(const double* from, const double* to, const double* k, std::size_t columns, const Eight& h,
                  double* rows);
// At a part of the step, and its derivative by that part.
void dense_value(const double* rows, std::size_t columns, double part, double* value, double* slope);

}  // namespace anholon::runge_kutta
