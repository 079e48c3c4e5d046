#pragma once

#include <map>
#include <span>
#include <vector>

#include "expr/matrix.hpp"

namespace anholon {

// Homogeneous polynomials as vectors of coefficients, one place a monomial.
using Monomial = std::vector<int>;  // exponents
using MonomialPlaces = std::map<Monomial, std::size_t>;
MonomialPlaces monomials(std::size_t variables, int degree);

Expr polynomial(std::span<const Expr> coefficients, const MonomialPlaces& places, std::span<const Expr> x);
std::vector<Expr> coefficients(Expr polynomial, const MonomialPlaces& places, std::span<const Expr> x);

// A basis of polynomials of one degree after another, from which products of those of lower degree are left out.
class NewPolynomials {
  public:
    explicit NewPolynomials(std::vector<Expr> x) : x_(std::move(x)) {}
    void add(const std::vector<std::vector<Expr>>& basis, int degree);
    const std::vector<Expr>& found() const { return found_; }

  private:
    std::vector<Expr> products(int degree, std::size_t from, Expr so_far) const;

    std::vector<Expr> x_, found_;
    std::vector<int> degrees_;
};

}  // namespace anholon
