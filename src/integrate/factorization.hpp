#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace anholon {

// A = P⁻¹LU by partial pivoting. Rows and columns are first scaled to the same size, so that the choice of units does not decide
// what counts as singular.
class Factorization {
  public:
    // A by rows. False if A is singular as far as floating point can tell, or not finite.
    bool factor(std::span<const double> A, std::size_t n);
    void solve(std::span<double> b) const;  // b becomes A⁻¹b

    std::size_t size() const { return n_; }
    // The smallest pivot of the scaled matrix, whose entries are at most 1, and its column.
    double smallest_pivot() const { return smallest_; }
    std::size_t smallest_column() const { return smallest_column_; }
    int determinant_sign() const { return sign_; }
    // ‖A‖₁‖A⁻¹‖₁ of the scaled matrix; infinite if it is singular.
    double condition() const;

  private:
    bool scale(std::span<const double> A);
    double at(std::size_t i, std::size_t j) const { return lu_[i * n_ + j]; }

    std::size_t n_ = 0, smallest_column_ = 0;
    double smallest_ = 0, norm_ = 0;
    int sign_ = 0;
    std::vector<double> lu_, row_scale_, column_scale_;
    std::vector<std::size_t> order_;  // row i of PA is row order_[i] of A
    mutable std::vector<double> work_;
};

}  // namespace anholon
