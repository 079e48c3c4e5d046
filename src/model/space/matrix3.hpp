#pragma once

#include "model/space/vector3.hpp"

namespace anholon {

// By rows.
using Matrix3 = std::array<Vector3, 3>;

Matrix3 identity3(Context& c);
Matrix3 zero3(Context& c);
Matrix3 skew(const Vector3& r);  // [r]: [r] x = r×x
Matrix3 outer(const Vector3& a, const Vector3& b);
Matrix3 transpose(const Matrix3& A);
Matrix3 operator+(const Matrix3& A, const Matrix3& B);
Matrix3 operator-(const Matrix3& A, const Matrix3& B);
Vector3 operator*(const Matrix3& A, const Vector3& x);
Matrix3 operator*(const Matrix3& A, const Matrix3& B);
Matrix3 operator*(const Expr& factor, const Matrix3& A);
// Of a product that is symmetric: its upper entries, written twice.
Matrix3 symmetric_product(const Matrix3& A, const Matrix3& B);

}  // namespace anholon
