#pragma once

#include <span>
#include <vector>

#include "expr/expr.hpp"
#include "expr/walk.hpp"

namespace anholon {

// The expressions rewritten over as few functions as possible, so that what is left of them is independent as far
// as the laws of trigonometry and exponentials go:
//   sin, cos   of base angles only: arguments are expanded, sums and multiples resolved, sin(2x − y/2) → terms in
//              sin x, cos x, sin(y/2), cos(y/2); rotations by π/6 and π/4 and their multiples exactly; sin(atan2(y, x)) algebraically
//   exp        of base arguments likewise
//   tan, tanh, sinh, cosh, sign, acos   by those: sign u = u/|u|, acos u = π/2 − asin u
// log, asin, atan, atan2, |·| and fractional powers stay.
std::vector<Expr> elementary(std::span<const Expr> e);
std::vector<Expr> elementary(std::span<const Expr> e, const Walk& walk);  // with the walk over e

}  // namespace anholon
