#pragma once

#include <cstddef>

// The arithmetic of a step on rows of coefficients: row k holds the k-th coefficient of each column, of several motions side by side
// if there are: each number then stands `lanes` times, 1, 4 or 8. A row is `width` numbers long, a multiple of 8, at a 64-byte boundary.
namespace anholon::taylor {

struct Rows {
    const double* data;
    std::size_t width, lanes, order;
};

// For every motion the longest step whose last terms stay below the tolerance of each of the first `used` columns:
// |x_N| h^N ≤ tol max(s, |x_1| h, |x_2| h², …) with its scale s, the largest |x| of late, and the same with N − 1; terms before
// them may be larger by a factor for each order, so that a gap in the series hides nothing. A column is
// compared with itself alone, so that an angle that grows does not loosen the tolerance of the others, and where it passes
// through zero its scale stays. Infinite if the series end before; no number if they are none. `scale` has the length of a row.
void step_sizes(const Rows& rows, std::size_t used, double tolerance, double* scale, double* h);

// x(h) − x(0) of the first `used` columns; `result` has room for a multiple of 8 numbers.
void increments(const Rows& rows, std::size_t used, const double* h, double* result);

// ẋ(h) of the first `used` columns of one motion; likewise.
void slopes(const Rows& rows, std::size_t used, double h, double* result);

// x += increment, and what the rounding leaves goes to `rest` and comes in next time.
void add_compensated(double* x, double* rest, const double* increment, std::size_t count);

}  // namespace anholon::taylor
