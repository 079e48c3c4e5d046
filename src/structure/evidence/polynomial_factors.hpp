#pragma once

#include <vector>

#include "mechanics/setting.hpp"

namespace anholon {

struct PolynomialFactor {
    Expr polynomial;  // irreducible
    long exponent;
};

// The irreducible polynomials whose product is the numerator of e on the geometric constraints, up to a number: squares that constraints
// give, as q0² = 1 − q1² − q2² − q3², are put in first. It is e itself where that has too many terms, and 0 where it vanishes.
std::vector<PolynomialFactor> polynomial_factors(const Setting& s, Expr e, std::size_t max_terms);

// The same of the whole of e, with negative exponents for those of the denominator: their product is e on the constraints, up to a
// number. None where there are too many terms, or e vanishes.
std::vector<PolynomialFactor> rational_factors(const Setting& s, Expr e, std::size_t max_terms);

}  // namespace anholon
