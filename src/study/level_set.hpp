#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace anholon {

using Coordinates = std::vector<double>;

// {x : F(x) = 0} in a product of lines and circles, k functions of n variables, in numbers.
struct LevelSet {
    std::size_t n = 0, k = 0;
    std::vector<double> periods;                              // 0 for a line
    std::function<void(const double* x, double* F)> values;   // not finite where there is no value
    std::function<void(const double* x, double* dF)> slopes;  // ∂F_a/∂x_i by rows

    bool is_circle(std::size_t i) const { return periods[i] > 0; }
    // x_i − y_i, on a circle the shorter way.
    double apart(std::size_t i, double x, double y) const;
};

// How large the variables are on the set, and the gradients of its functions when variables are measured by that. What is small or large
// then depends on no unit.
struct LevelSetScales {
    std::vector<double> variables;  // of x_i: half of what it varies by; 1/2π of a period
    std::vector<double> functions;  // of |dF_a|, the largest at the points seen
};

// The point of the set near x by Gauss's and Newton's method, each step the shortest one in these scales; nothing if there is none.
std::optional<Coordinates> point_near(const LevelSet& set, std::span<const double> variable_scales,
                                      Coordinates x, int most_steps = 60);

// The same for a point that is nearly on the set: a few whole steps, each by the equations dF dFᵀ y = F.
std::optional<Coordinates> corrected(const LevelSet& set, std::span<const double> variable_scales,
                                     Coordinates x);

// The smallest singular value of dF in these scales: 0 where the set need not be smooth, at most about 1.
double smallest_slope(const LevelSet& set, const LevelSetScales& scales, std::span<const double> x);

// How far the tangent planes of the set turn between two points: det(dF(x) dF(y)ᵀ) in parts of the volumes of both, the product of the
// cosines of the angles between the planes across. 1 for equal planes, negative where the two lie on different sides of something.
double aligned(const LevelSet& set, std::span<const double> slopes, std::span<const double> other_slopes,
               std::span<const double> variable_scales);

// A point of the set where the rank of dF is less than k, by Gauss's and Newton's method for F = 0, λ dF = 0, |λ| = 1, from x; nothing if
// none is found.
std::optional<Coordinates> singular_point_near(const LevelSet& set, const LevelSetScales& scales,
                                               Coordinates x);

}  // namespace anholon
