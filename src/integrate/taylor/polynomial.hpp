#pragma once

#include <cstddef>

// The arithmetic of a step on rows of coefficients: row k holds the k-th coefficient of each column, `columns` a multiple of 8 and
// the rows at a 64-byte boundary.
namespace anholon::taylor {

// The longest step whose last terms stay below the tolerance of every column: |x_N| h^N ≤ tol max_m |x_m| h^m over some low
// orders m, and the same with N − 1. A column is compared with itself alone, so that an angle that grows does not loosen
// the tolerance of the others. Infinite if the series end before.
double step_size(const double* rows, std::size_t columns, std::size_t used, std::size_t order,
                 double tolerance);

// x(h) − x(0) of every column.
void increment(const double* rows, std::size_t columns, std::size_t order, double h, double* result);

// x += increment, and what the rounding leaves goes to `rest` and comes in next time.
void add_compensated(double* x, double* rest, const double* increment, std::size_t count);

}  // namespace anholon::taylor
