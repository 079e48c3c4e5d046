#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "algebra/ball_matrix.hpp"
#include "expr/enclosure.hpp"

namespace anholon {

// Digits of enclosures, in bits: enough to tell eigenvalues of multiplicity 4 from the imaginary axis where a double would.
constexpr long enclosure_precision = 256;

// A common zero of equations, proved to exist by Krawczyk's test: with Y near the inverse Jacobian,
//   K(X) = x − Y F(x) + (1 − Y J(X)) (X − x) in the interior of X.
// Near it the zeros form a manifold, whose coordinates are the unknowns that the equations do not determine.
struct EnclosedZero {
    EnclosedPoint at;                           // of the unknowns, and what was given
    std::vector<std::size_t> determined, free;  // unknowns
    BallMatrix tangent;                         // of the manifold, unknowns × free
};
// Near these numbers; the free unknowns keep them. Empty if none is proved, for instance because the equations are dependent there.
std::optional<EnclosedZero> enclosed_zero(const std::vector<Expr>& equations,
                                          const std::vector<std::pair<Expr, double>>& near,
                                          const EnclosedPoint& given);

}  // namespace anholon
