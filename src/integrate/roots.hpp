#pragma once

#include <span>
#include <vector>

namespace anholon {

// The zeros of a polynomial in (0, 1] at which it changes its sign, in order, to machine precision: isolated by Descartes' rule of
// signs, then enclosed.
std::vector<double> sign_changes(std::span<const double> coefficients);

double value_of_polynomial(std::span<const double> coefficients, double x);

}  // namespace anholon
