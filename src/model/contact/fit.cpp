#include "model/contact/fit.hpp"

#include "expr/derivative.hpp"
#include "expr/simplify.hpp"

namespace anholon {

namespace {

Vector3 derivative_of(const Vector3& v, const Expr& x) {
    return {derivative(v[0], x), derivative(v[1], x), derivative(v[2], x)};
}

Expr determinant(const Form2& a) { return a.a11 * a.a22 - square(a.a12); }
std::vector<Guard> both(const Expr& trace, const Expr& trace_size, const Expr& determinant,
                        const Expr& determinant_size, const std::string& words) {
    const auto shorter = [](const Expr& e) { return simplified(e, {.max_terms = 100, .max_nodes = 100}); };
    return {{shorter(trace), trace_size, words}, {shorter(determinant), determinant_size, words}};
}

}  // namespace

Form2 first_form(const Vector3& x1, const Vector3& x2) { return {dot(x1, x1), dot(x1, x2), dot(x2, x2)}; }

Form2 second_form(const Vector3& point, const Expr& u, const Expr& v, const Vector3& normal) {
    const Vector3 along_u = derivative_of(point, u), along_v = derivative_of(point, v);
    return {dot(derivative_of(along_u, u), normal), dot(derivative_of(along_u, v), normal),
            dot(derivative_of(along_v, v), normal)};
}

Expr trace(const Form2& a, const Form2& g) {
    return (a.a11 * g.a22 - Rational(2) * a.a12 * g.a12 + a.a22 * g.a11) / determinant(g);
}

Form2 restricted(const std::array<Vector3, 3>& J_columns, const Vector3& x1, const Vector3& x2) {
    const auto times = [&](const Vector3& x) {
        return x[0] * J_columns[0] + x[1] * J_columns[1] + x[2] * J_columns[2];
    };
    return {dot(x1, times(x1)), dot(x1, times(x2)), dot(x2, times(x2))};
}

Form2 operator-(const Form2& a, const Form2& b) { return {a.a11 - b.a11, a.a12 - b.a12, a.a22 - b.a22}; }
Form2 operator*(const Expr& k, const Form2& a) { return {k * a.a11, k * a.a12, k * a.a22}; }

Form2 carried(const Form2& a, const Form2& g, const std::array<Vector3, 2>& x,
              const std::array<Vector3, 2>& y) {
    const Expr D = determinant(g);
    // Y_k = c_1k X1 + c_2k X2
    std::array<Expr, 2> c1, c2;
    for (std::size_t k = 0; k < 2; ++k) {
        const Expr b1 = dot(x[0], y[k]), b2 = dot(x[1], y[k]);
        c1[k] = (g.a22 * b1 - g.a12 * b2) / D;
        c2[k] = (g.a11 * b2 - g.a12 * b1) / D;
    }
    const auto at = [&](std::size_t i, std::size_t j) {
        return a.a11 * c1[i] * c1[j] + a.a12 * (c1[i] * c2[j] + c2[i] * c1[j]) + a.a22 * c2[i] * c2[j];
    };
    return {at(0, 0), at(0, 1), at(1, 1)};
}

std::vector<Guard> guards_of_heights(const Form2& heights, const Form2& g, const std::string& words) {
    const Expr sum = trace(heights, g), size = abs(sum);
    return both(sum, size, determinant(heights) / determinant(g), square(size), words);
}

std::vector<Guard> guards_of_radii(const Form2& r, const Form2& II, const Form2& g,
                                   const std::string& words) {
    // tr(g⁻¹ r g⁻¹ II), of which the adjugate of g does the second inverse.
    const Form2 R{r.a11 * square(g.a22) - Rational(2) * r.a12 * g.a12 * g.a22 + r.a22 * square(g.a12),
                  r.a12 * (g.a11 * g.a22 + square(g.a12)) - r.a11 * g.a12 * g.a22 - r.a22 * g.a11 * g.a12,
                  r.a22 * square(g.a11) - Rational(2) * r.a12 * g.a12 * g.a11 + r.a11 * square(g.a12)};
    const Expr D = determinant(g), one = D.context().one();
    const Expr mixed = (R.a11 * II.a11 + Rational(2) * R.a12 * II.a12 + R.a22 * II.a22) / square(D);
    const Expr product = determinant(r) * determinant(II) / square(D);
    return both(Rational(2) - mixed, one + abs(mixed), Rational(1) - mixed + product,
                one + abs(mixed) + abs(product), words);
}

}  // namespace anholon
