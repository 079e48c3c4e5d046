#include "structure/groups/homogeneous.hpp"

#include "expr/context.hpp"
#include "expr/derivative.hpp"
#include "expr/linear.hpp"
#include "expr/substitute.hpp"
#include "structure/zeros/numerator.hpp"

namespace anholon {

namespace {

void list_monomials(Monomial& exponents, std::size_t from, int degree, MonomialPlaces& out) {
    if (from + 1 == exponents.size()) {
        exponents[from] = degree;
        out.emplace(exponents, out.size());
        return;
    }
    for (int e = degree; e >= 0; --e) {
        exponents[from] = e;
        list_monomials(exponents, from + 1, degree - e, out);
    }
    exponents[from] = 0;
}

bool adds_to_span(std::vector<std::vector<Expr>>& span_of, std::vector<Expr> candidate) {
    span_of.push_back(std::move(candidate));
    Matrix A(span_of[0][0].context(), span_of.size(), span_of[0].size());
    for (std::size_t i = 0; i < span_of.size(); ++i)
        for (std::size_t j = 0; j < span_of[i].size(); ++j) A(i, j) = span_of[i][j];
    if (rank(A).rank == span_of.size()) return true;
    span_of.pop_back();
    return false;
}

}  // namespace

MonomialPlaces monomials(std::size_t n, int degree) {
    MonomialPlaces out;
    Monomial exponents(n, 0);
    list_monomials(exponents, 0, degree, out);
    return out;
}

Expr polynomial(std::span<const Expr> coefficients, const MonomialPlaces& places, std::span<const Expr> x) {
    Expr sum = x[0].context().zero();
    for (const auto& [monomial, place] : places) {
        Expr term = coefficients[place];
        for (std::size_t i = 0; i < x.size(); ++i)
            if (monomial[i] > 0) term *= pow(x[i], monomial[i]);
        sum += term;
    }
    return sum;
}

// ∂^α F / α! at zero
std::vector<Expr> coefficients(Expr F, const MonomialPlaces& places, std::span<const Expr> x) {
    Substitution at_zero;
    for (const Expr& y : x) at_zero.emplace_back(y, F.context().zero());
    std::vector<Expr> out(places.size());
    for (const auto& [monomial, place] : places) {
        Expr e = F;
        Rational factorial = 1;
        for (std::size_t i = 0; i < x.size(); ++i)
            for (int k = 1; k <= monomial[i]; ++k) {
                e = derivative(e, x[i]);
                factorial *= k;
            }
        out[place] = substitute(e, at_zero) / factorial;
    }
    return out;
}

std::vector<Expr> NewPolynomials::products(int degree, std::size_t from, Expr so_far) const {
    if (degree == 0) return {so_far};
    std::vector<Expr> out;
    for (std::size_t i = from; i < found_.size(); ++i)
        if (degrees_[i] <= degree)
            for (const Expr& e : products(degree - degrees_[i], i, so_far * found_[i])) out.push_back(e);
    return out;
}

void NewPolynomials::add(const std::vector<std::vector<Expr>>& basis, int degree) {
    const MonomialPlaces places = monomials(x_.size(), degree);
    std::vector<std::vector<Expr>> known;
    for (const Expr& e : products(degree, 0, x_[0].context().one()))
        adds_to_span(known, coefficients(e, places, x_));
    for (const auto& candidate : basis) {
        if (!adds_to_span(known, candidate)) continue;
        found_.push_back(numerator(polynomial(candidate, places, x_)));
        degrees_.push_back(degree);
    }
}

}  // namespace anholon
