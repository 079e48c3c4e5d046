#include "integrate/least_squares.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>

namespace anholon {

namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Decomposition = Eigen::JacobiSVD<Eigen::MatrixXd>;

Decomposition decomposed(std::span<const double> A, std::size_t m, std::size_t n, RankTolerance tolerance,
                         unsigned what) {
    const Eigen::Map<const Rows> rows(A.data(), static_cast<Eigen::Index>(m), static_cast<Eigen::Index>(n));
    Decomposition svd(Eigen::MatrixXd(rows), what);
    svd.setThreshold(tolerance.relative);
    return svd;
}

// Eigen decomposes no other matrices, and its rank of them is not initialised.
bool is_finite(std::span<const double> A) {
    return std::ranges::all_of(A, [](double a) { return std::isfinite(a); });
}

std::vector<double> numbers(const Eigen::VectorXd& v) { return {v.begin(), v.end()}; }

}  // namespace

std::size_t rank(std::span<const double> A, std::size_t m, std::size_t n, RankTolerance tolerance) {
    if (m == 0 || n == 0 || !is_finite(A)) return 0;
    return static_cast<std::size_t>(decomposed(A, m, n, tolerance, 0).rank());
}

std::vector<std::vector<double>> kernel(std::span<const double> A, std::size_t m, std::size_t n,
                                        RankTolerance tolerance) {
    std::vector<std::vector<double>> basis;
    if (m == 0) {
        for (std::size_t i = 0; i < n; ++i) basis.emplace_back(n, 0.0)[i] = 1;
        return basis;
    }
    if (n == 0 || !is_finite(A)) return basis;
    const Decomposition svd = decomposed(A, m, n, tolerance, Eigen::ComputeFullV);
    for (Eigen::Index j = svd.rank(); j < static_cast<Eigen::Index>(n); ++j)
        basis.push_back(numbers(svd.matrixV().col(j)));
    return basis;
}

std::vector<std::vector<double>> column_space(std::span<const double> A, std::size_t m, std::size_t n,
                                              RankTolerance tolerance) {
    std::vector<std::vector<double>> basis;
    if (m == 0 || n == 0 || !is_finite(A)) return basis;
    const Decomposition svd = decomposed(A, m, n, tolerance, Eigen::ComputeThinU);
    for (Eigen::Index j = 0; j < svd.rank(); ++j) basis.push_back(numbers(svd.matrixU().col(j)));
    return basis;
}

std::vector<double> least_squares(std::span<const double> A, std::size_t m, std::size_t n,
                                  std::span<const double> b, RankTolerance tolerance) {
    if (m == 0 || n == 0) return std::vector<double>(n, 0.0);
    if (!is_finite(A)) return std::vector<double>(n, std::numeric_limits<double>::quiet_NaN());
    const Decomposition svd = decomposed(A, m, n, tolerance, Eigen::ComputeThinU | Eigen::ComputeThinV);
    return numbers(svd.solve(Eigen::Map<const Eigen::VectorXd>(b.data(), static_cast<Eigen::Index>(m))));
}

}  // namespace anholon
