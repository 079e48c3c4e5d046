#pragma once

#include <complex>
#include <span>
#include <vector>

namespace anholon {

// Of an n × n matrix by rows.
std::vector<std::complex<double>> eigenvalues(std::span<const double> A, std::size_t n);

// How fast what decays does so, and how many times faster than the motion itself changes.
struct Stiffness {
    double decay =
        0;  // −min Re μ over the eigenvalues μ of J = ∂ẋ/∂x that decay rather than oscillate; 0 if there are none
    double ratio = 0;  // of that to ‖Jẋ‖/‖ẋ‖
};

// `direction` is that of time.
Stiffness stiffness(std::span<const double> J, std::span<const double> dx, int direction);

}  // namespace anholon
