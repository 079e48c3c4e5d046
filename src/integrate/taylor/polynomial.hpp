#pragma once

#include <cmath>
#include <cstddef>

// The arithmetic of a step on rows of coefficients: row k holds the k-th coefficient of each column, of several motions side by side
// if there are: each number then stands `lanes` times, 1, 4 or 8. A row is `width` numbers long, a multiple of 8, at a 64-byte boundary.
namespace anholon::taylor {

struct Rows {
    const double* data;
    std::size_t width, lanes, order;
};

struct Tolerance {
    Tolerance(double tolerance) : value(tolerance), log2(std::log2(tolerance)) {}
    double value, log2;
};

// For every motion the longest step whose last terms stay below the tolerance of each of the first `used` columns:
// |x_N| h^N ≤ tol max(s, |x_1| h, |x_2| h², …) with its scale s, the largest |x| of late, and the same with N − 1; terms before
// them may be larger by a factor for each order, so that a gap in the series hides nothing. A column is
// compared with itself alone, so that an angle that grows does not loosen the tolerance of the others, and where it passes
// through zero its scale stays; it is never below 2⁻¹⁰⁴ of the largest one, so that what is rounding alone is not compared with itself.
// Infinite if the series end before; no number if they are none. `scale` has the length of a row.
void step_sizes(const Rows& rows, std::size_t used, const Tolerance& tolerance, double* scale, double* h);

// Likewise with one measure for all columns, the largest of them: longer steps, and a large variable loosens the tolerance of the others.
void step_sizes_by_norm(const Rows& rows, std::size_t used, const Tolerance& tolerance, double* scale,
                        double* h);

// x(h) − x(0) of the first `used` columns; `result` has room for a multiple of 8 numbers.
void increments(const Rows& rows, std::size_t used, const double* h, double* result);

// Of one motion: x(h) − x(0), the same as above, and ẋ(h).
void increments_and_slopes(const Rows& rows, std::size_t used, double h, double* change, double* slope);

// Of the columns [first, end) of one motion: Σ_{k ≥ 1} |x_k| |h|^k, which bounds |x(τ) − x(0)| for |τ| ≤ |h|.
void reaches(const Rows& rows, std::size_t first, std::size_t end, double h, double* result);

// Whether each of the first `used` numbers is met:  |rate − slope| h ≤ max(s, |change|) of its own times `least`, or within the noise of
// the largest of them all. A column whose last two coefficients vanish is met up to `least_of_ended`.
struct Meeting {
    const double *rate, *slope, *change, *scale;
    double h, least, least_of_ended, noise;
};
bool is_met(const Rows& rows, std::size_t used, const Meeting& meeting);

// x += increment, and what the rounding leaves goes to `rest` and comes in next time.
void add_compensated(double* x, double* rest, const double* increment, std::size_t count);

}  // namespace anholon::taylor
