#include "integrate/singular_values.hpp"

#include <Eigen/SVD>

namespace anholon {

std::vector<double> singular_values(std::span<const double> A, std::size_t m, std::size_t n) {
    if (m == 0 || n == 0) return {};
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::Map<const Rows> rows(A.data(), static_cast<Eigen::Index>(m), static_cast<Eigen::Index>(n));
    const Eigen::VectorXd values = Eigen::JacobiSVD<Eigen::MatrixXd>(Eigen::MatrixXd(rows)).singularValues();
    return {values.begin(), values.end()};
}

}  // namespace anholon
