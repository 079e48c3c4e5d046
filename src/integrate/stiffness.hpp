#pragma once

#include <complex>
#include <span>
#include <vector>

namespace anholon {

// Of an n × n matrix by rows.
std::vector<std::complex<double>> eigenvalues(std::span<const double> A, std::size_t n);

// The fastest decay that the equations hold against the rate at which the motion itself changes: −min Re μ over the eigenvalues μ
// of J = ∂ẋ/∂x that decay rather than oscillate, divided by ‖Jẋ‖/‖ẋ‖. Steps of a method that is not made for it are as many
// times too short. `direction` is that of time.
double stiffness(std::span<const double> J, std::span<const double> dx, int direction);

}  // namespace anholon
