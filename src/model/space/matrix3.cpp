#include "model/space/matrix3.hpp"

#include "expr/context.hpp"

namespace anholon {

namespace {

Vector3 column(const Matrix3& A, std::size_t j) { return {A[0][j], A[1][j], A[2][j]}; }

Matrix3 by_entries(auto&& entry) {
    Matrix3 out;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) out[i][j] = entry(i, j);
    return out;
}

}  // namespace

Matrix3 identity3(Context& c) {
    return by_entries([&](std::size_t i, std::size_t j) { return i == j ? c.one() : c.zero(); });
}

Matrix3 zero3(Context& c) {
    return by_entries([&](std::size_t, std::size_t) { return c.zero(); });
}

Matrix3 skew(const Vector3& r) {
    const Expr zero = r[0].context().zero();
    return {{{zero, -r[2], r[1]}, {r[2], zero, -r[0]}, {-r[1], r[0], zero}}};
}

Matrix3 outer(const Vector3& a, const Vector3& b) {
    return by_entries([&](std::size_t i, std::size_t j) { return a[i] * b[j]; });
}

Matrix3 transpose(const Matrix3& A) {
    return by_entries([&](std::size_t i, std::size_t j) { return A[j][i]; });
}

Matrix3 operator+(const Matrix3& A, const Matrix3& B) { return {A[0] + B[0], A[1] + B[1], A[2] + B[2]}; }
Matrix3 operator-(const Matrix3& A, const Matrix3& B) { return {A[0] - B[0], A[1] - B[1], A[2] - B[2]}; }

Vector3 operator*(const Matrix3& A, const Vector3& x) { return {dot(A[0], x), dot(A[1], x), dot(A[2], x)}; }

Matrix3 operator*(const Matrix3& A, const Matrix3& B) {
    return by_entries([&](std::size_t i, std::size_t j) { return dot(A[i], column(B, j)); });
}

Matrix3 operator*(const Expr& factor, const Matrix3& A) {
    return {factor * A[0], factor * A[1], factor * A[2]};
}

Matrix3 symmetric_product(const Matrix3& A, const Matrix3& B) {
    Matrix3 out;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = i; j < 3; ++j) out[i][j] = out[j][i] = dot(A[i], column(B, j));
    return out;
}

}  // namespace anholon
