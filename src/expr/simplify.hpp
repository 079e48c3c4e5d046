#pragma once

#include <vector>

#include "expr/expr.hpp"
#include "expr/matrix.hpp"

namespace anholon {

// The same value as an engineer would write it: common factors pulled out and cancelled, sin² + cos² gone, angles
// put together where that is shorter (cos a cos b + sin a sin b → cos(a − b)), coefficients collected. Of the ways tried
// the one with the fewest operations is kept, the expression itself among them, so the result is never longer.
// An expression too large for a normal form of `max_terms` terms is left as it is.
// Throws Undefined if it divides by what is identically zero.
struct SimplifyOptions {
    std::size_t max_terms = 2000;
    std::size_t max_nodes = 4000;
    std::size_t max_angle_terms = 400;  // beyond which angles are not put together
};
Expr simplified(Expr e, const SimplifyOptions& options = {});
Matrix simplified(const Matrix& A, const SimplifyOptions& options = {});
std::vector<Expr> simplified(std::span<const Expr> e, const SimplifyOptions& options = {});

}  // namespace anholon
