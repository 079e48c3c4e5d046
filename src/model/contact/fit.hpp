#pragma once

#include "model/contact/contact.hpp"

// Do bodies fit where they touch? Next to the point of contact their surfaces must part. In two tangents X1, X2 of a surface with the
// normal N, its first form is g_ij = X_i·X_j and its second II_ij = X_ij·N, the heights above the tangent plane.
namespace anholon {

// A symmetric 2×2 form.
struct Form2 {
    Expr a11, a12, a22;
};
Form2 first_form(const Vector3& x1, const Vector3& x2);
Form2 second_form(const Vector3& point, const Expr& u, const Expr& v, const Vector3& normal);
// J as a form on the tangents: X_i·J X_j.
Form2 restricted(const std::array<Vector3, 3>& J_columns, const Vector3& x1, const Vector3& x2);
Form2 operator-(const Form2& a, const Form2& b);
Form2 operator*(const Expr& k, const Form2& a);
// The form on Y1, Y2 that `a` is on X1, X2 with the first form g.
Form2 carried(const Form2& a, const Form2& g, const std::array<Vector3, 2>& x,
              const std::array<Vector3, 2>& y);

// tr(g⁻¹ a), the sum of the curvatures.
Expr trace(const Form2& a, const Form2& g);

// The heights of the body above the support, a form with the first form g, are positive on all sides.
std::vector<Guard> guards_of_heights(const Form2& heights, const Form2& g, const std::string& words);
// The same of a support with the second form II and a body by the curvature radii r of its surface, a form on the same tangents:
// 1 − r·II has positive eigenvalues.
std::vector<Guard> guards_of_radii(const Form2& r, const Form2& II, const Form2& g, const std::string& words);

}  // namespace anholon
