#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "algebra/ball.hpp"

namespace anholon {

// A matrix of real numbers known to lie in intervals. What is computed from it encloses the true values.
class BallMatrix {
  public:
    BallMatrix() = default;
    BallMatrix(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns), b_(rows * columns) {}

    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    Ball& operator()(std::size_t i, std::size_t j) { return b_[i * columns_ + j]; }
    const Ball& operator()(std::size_t i, std::size_t j) const { return b_[i * columns_ + j]; }

    static BallMatrix identity(std::size_t n);
    bool is_finite() const;
    BallMatrix part(const std::vector<std::size_t>& rows, const std::vector<std::size_t>& columns) const;

  private:
    std::size_t rows_ = 0, columns_ = 0;
    std::vector<Ball> b_;
};

BallMatrix product(const BallMatrix& A, const BallMatrix& B, long precision);
BallMatrix difference(BallMatrix A, const BallMatrix& B, long precision);
BallMatrix transpose(const BallMatrix& A);

// X with A X = B; nothing where A may be singular.
std::optional<BallMatrix> solved(BallMatrix A, BallMatrix B, long precision);
// Proves that a symmetric matrix is positive definite, by its principal minors; false where it may not be.
bool is_positive_definite(BallMatrix A, long precision);

// The eigenvalues of a square matrix: enclosures that are disjoint or equal. k equal ones contain k eigenvalues that were not separated.
// Empty if no enclosure was found.
struct EnclosedEigenvalue {
    Ball real, imaginary;
    bool contains_zero() const { return real.contains_zero() && imaginary.contains_zero(); }
};
std::optional<std::vector<EnclosedEigenvalue>> eigenvalues(const BallMatrix& A, long precision);

// Rows and columns of independent entries, as many as elimination with full pivoting finds whose pivots are larger than `relative_zero`
// times the first. A choice in numbers, which proves nothing.
struct PivotPlaces {
    std::vector<std::size_t> rows, columns;
};
PivotPlaces pivot_places(const BallMatrix& A, double relative_zero);

}  // namespace anholon
