#include "integrate/determinant.hpp"

#include <Eigen/LU>

namespace anholon {

double determinant(std::span<const double> A, std::size_t n) {
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    if (n == 0) return 1;
    const auto size = static_cast<Eigen::Index>(n);
    return Eigen::MatrixXd(Eigen::Map<const Rows>(A.data(), size, size)).determinant();
}

}  // namespace anholon
