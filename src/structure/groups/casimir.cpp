#include "structure/groups/casimir.hpp"

#include "expr/linear.hpp"
#include "structure/groups/homogeneous.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMaxEntries = 200000;  // of the linear system of one degree

// The coefficients of c^i_jk m_i ∂F/∂m_k for each j, F a general polynomial: only the rows that are not zero.
Matrix conditions(const GroupSystem& g, const MonomialPlaces& places) {
    std::map<std::pair<std::size_t, std::size_t>, std::vector<std::pair<std::size_t, Expr>>> rows;
    for (const auto& [monomial, column] : places)
        for (std::size_t j = 0; j < g.n(); ++j)
            for (std::size_t k = 0; k < g.n(); ++k) {
                if (monomial[k] == 0) continue;
                for (std::size_t i = 0; i < g.n(); ++i) {
                    if (g.c(i, j, k).is_number() && g.c(i, j, k).number().is_zero()) continue;
                    Monomial image = monomial;
                    --image[k];
                    ++image[i];
                    rows[{j, places.at(image)}].emplace_back(column, g.c(i, j, k) * Rational(monomial[k]));
                }
            }
    Matrix A(g.context(), std::max<std::size_t>(rows.size(), 1), places.size());
    std::size_t r = 0;
    for (const auto& [key, entries] : rows) {
        for (const auto& [column, value] : entries) A(r, column) += value;
        ++r;
    }
    return A;
}

double binomial(std::size_t n, std::size_t k) {
    double out = 1;
    for (std::size_t i = 1; i <= k; ++i) out *= static_cast<double>(n - k + i) / static_cast<double>(i);
    return out;
}

}  // namespace

PolynomialsFound casimirs(const GroupSystem& g, std::span<const Expr> m, int max_degree,
                          const Budget& budget) {
    PolynomialsFound out;
    NewPolynomials functions({m.begin(), m.end()});
    for (int degree = 1; degree <= max_degree; ++degree) {
        budget.check();
        const double size =
            binomial(g.n() + static_cast<std::size_t>(degree) - 1, static_cast<std::size_t>(degree));
        if (size * size * static_cast<double>(g.n()) > kMaxEntries) break;
        const KernelResult null = kernel(conditions(g, monomials(g.n(), degree)));
        if (!null.decided) break;
        functions.add(null.basis, degree);
        out.error_bound += null.error_bound;
        out.degree = degree;
    }
    out.functions = functions.found();
    return out;
}

PolynomialsFound polynomial_integrals(const ReducedSystem& reduced, int max_degree, const Budget& budget) {
    PolynomialsFound out;
    NewPolynomials functions(reduced.x);
    for (int degree = 1; degree <= max_degree; ++degree) {
        const MonomialPlaces unknowns = monomials(reduced.x.size(), degree),
                             equations = monomials(reduced.x.size(), degree + 1);
        Matrix A(reduced.x[0].context(), equations.size(), unknowns.size());
        for (const auto& [monomial, column] : unknowns) {
            budget.check();
            std::vector<Expr> unit(unknowns.size(), reduced.x[0].context().zero());
            unit[column] = reduced.x[0].context().one();
            const Expr F = polynomial(unit, unknowns, reduced.x);
            const std::vector<Expr> rate =
                coefficients(dot(gradient(F, reduced.x), reduced.v), equations, reduced.x);
            for (std::size_t i = 0; i < rate.size(); ++i) A(i, column) = rate[i];
        }
        const KernelResult null = kernel(A);
        if (!null.decided) break;
        functions.add(null.basis, degree);
        out.error_bound += null.error_bound;
        out.degree = degree;
    }
    out.functions = functions.found();
    return out;
}

}  // namespace anholon
