#include "integrate/stiffness.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace anholon {

std::vector<std::complex<double>> eigenvalues(std::span<const double> A, std::size_t n) {
    if (n == 0) return {};
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const auto size = static_cast<Eigen::Index>(n);
    const Eigen::EigenSolver<Rows> solver(Eigen::Map<const Rows>(A.data(), size, size), false);
    return {solver.eigenvalues().begin(), solver.eigenvalues().end()};
}

Stiffness stiffness(std::span<const double> J, std::span<const double> dx, int direction) {
    const std::size_t n = dx.size();
    double decay = 0, speed = 0, change = 0;
    for (const std::complex<double>& mu : eigenvalues(J, n))
        if (std::fabs(mu.imag()) <= std::fabs(mu.real())) decay = std::max(decay, -direction * mu.real());
    for (std::size_t i = 0; i < n; ++i) {
        double rate = 0;
        for (std::size_t j = 0; j < n; ++j) rate += J[i * n + j] * dx[j];
        speed += dx[i] * dx[i];
        change += rate * rate;
    }
    if (decay == 0 || speed == 0) return {};
    // Steady motions have no rate of their own.
    return {decay, decay / std::max(std::sqrt(change / speed), 1e-9 * decay)};
}

}  // namespace anholon
