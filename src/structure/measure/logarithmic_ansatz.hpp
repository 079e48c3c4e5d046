#pragma once

#include <optional>
#include <vector>

#include "structure/evidence/constant_relations.hpp"

namespace anholon {

// What a density may be a product of powers of: the given expressions, what the others divide by, the coordinates that they
// hold with their sines and cosines, and e^q for every coordinate. In a fixed order, each once, without what is constant.
std::vector<Expr> density_factors(const Setting& s, std::span<const Expr> whole,
                                  std::span<const Expr> dividing);

// σ = Σ k_j log P_j with constants k_j that solves linear equations D_r σ + w_r = 0 for its derivatives D_r.
struct LogarithmicAnsatz {
    std::vector<Expr> factors, exponents;
    Parameters valid = Parameters::free;
    double error_bound = 0;
    void multiply(Expr factor, Expr exponent);
    Expr density(Context& c) const;  // e^σ = Π P_j^k_j
    // An angle φ with a factor e^{kφ}, which does not come back to its value when φ does.
    std::optional<Expr> many_valued_in(const Setting& s) const;
};
// The factors b^e of a product that hold coordinates.
std::vector<std::pair<Expr, Rational>> factors_of(const Setting& s, Expr product);
// The same of a fraction of polynomials on the geometric constraints, split as far as it can be: a determinant may be a product only
// there. None if it is too large.
std::vector<std::pair<Expr, Rational>> irreducible_factors_of(const Setting& s, Expr fraction);

// derivatives[r][j] = D_r log P_j. Along the motion where D_r or w_r hold accelerations.
std::optional<LogarithmicAnsatz> solve_by_logarithms(const Setting& s, const std::vector<Expr>& factors,
                                                     const std::vector<std::vector<Expr>>& derivatives,
                                                     const std::vector<Expr>& w, StateSampler::At at,
                                                     const Budget& budget);

}  // namespace anholon
