#include "expr/matrix.hpp"

#include "expr/context.hpp"

namespace anholon {

Matrix::Matrix(Context& context, std::size_t rows, std::size_t columns)
    : rows_(rows), columns_(columns), entries_(rows * columns, context.zero()) {}

Matrix::Matrix(std::initializer_list<std::initializer_list<Expr>> rows) : rows_(rows.size()) {
    for (const auto& row : rows) {
        columns_ = row.size();
        entries_.insert(entries_.end(), row.begin(), row.end());
    }
    assert(entries_.size() == rows_ * columns_);
}

Matrix Matrix::identity(Context& context, std::size_t n) {
    Matrix I(context, n, n);
    for (std::size_t i = 0; i < n; ++i) I(i, i) = context.one();
    return I;
}

Expr dot(std::span<const Expr> a, std::span<const Expr> b) {
    assert(a.size() == b.size() && !a.empty());
    std::vector<Expr> products;
    products.reserve(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) products.push_back(a[i] * b[i]);
    return sum(a[0].context(), products);
}

Matrix transpose(const Matrix& A) {
    if (A.empty()) return A;
    Matrix T(A.context(), A.columns(), A.rows());
    for (std::size_t i = 0; i < A.rows(); ++i)
        for (std::size_t j = 0; j < A.columns(); ++j) T(j, i) = A(i, j);
    return T;
}

Matrix operator*(const Matrix& A, const Matrix& B) {
    assert(A.columns() == B.rows() && !A.empty() && !B.empty());
    const Matrix columns = transpose(B);
    Matrix C(A.context(), A.rows(), B.columns());
    for (std::size_t i = 0; i < A.rows(); ++i)
        for (std::size_t j = 0; j < B.columns(); ++j) C(i, j) = dot(A.row(i), columns.row(j));
    return C;
}

std::vector<Expr> operator*(const Matrix& A, std::span<const Expr> x) {
    std::vector<Expr> y;
    y.reserve(A.rows());
    for (std::size_t i = 0; i < A.rows(); ++i) y.push_back(dot(A.row(i), x));
    return y;
}

namespace {

Matrix entrywise(const Matrix& A, const Matrix& B, auto&& operation) {
    assert(A.rows() == B.rows() && A.columns() == B.columns());
    Matrix C = A;
    for (std::size_t k = 0; k < C.entries().size(); ++k)
        C.entries()[k] = operation(A.entries()[k], B.entries()[k]);
    return C;
}

}  // namespace

Matrix operator+(const Matrix& A, const Matrix& B) {
    return entrywise(A, B, [](Expr a, Expr b) { return a + b; });
}

Matrix operator-(const Matrix& A, const Matrix& B) {
    return entrywise(A, B, [](Expr a, Expr b) { return a - b; });
}

}  // namespace anholon
