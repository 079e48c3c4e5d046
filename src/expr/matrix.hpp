#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "expr/expr.hpp"

namespace anholon {

// A dense matrix of expressions of one context.
class Matrix {
  public:
    Matrix() = default;
    Matrix(Context& context, std::size_t rows, std::size_t columns);  // zeros
    Matrix(std::initializer_list<std::initializer_list<Expr>> rows);
    static Matrix identity(Context& context, std::size_t n);

    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    bool empty() const { return entries_.empty(); }
    Expr& operator()(std::size_t i, std::size_t j) { return entries_[i * columns_ + j]; }
    const Expr& operator()(std::size_t i, std::size_t j) const { return entries_[i * columns_ + j]; }
    std::span<const Expr> row(std::size_t i) const { return {entries_.data() + i * columns_, columns_}; }
    std::span<const Expr> entries() const& { return entries_; }
    std::span<Expr> entries() & { return entries_; }
    std::span<const Expr> entries() && = delete;  // would dangle in a range-for
    Context& context() const { return entries_.at(0).context(); }

    friend bool operator==(const Matrix&, const Matrix&) = default;

  private:
    std::size_t rows_ = 0, columns_ = 0;
    std::vector<Expr> entries_;
};

Matrix operator*(const Matrix& A, const Matrix& B);
std::vector<Expr> operator*(const Matrix& A, std::span<const Expr> x);
Matrix operator+(const Matrix& A, const Matrix& B);
Matrix operator-(const Matrix& A, const Matrix& B);
Matrix transpose(const Matrix& A);
Expr dot(std::span<const Expr> a, std::span<const Expr> b);

}  // namespace anholon
