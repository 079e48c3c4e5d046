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
//   tan, tanh, sinh, cosh, sign, choose, acos   by those: sign u = u/|u|, choose(u, a, b) = (a + b + (a − b) u/|u|)/2,
//              acos u = π/2 − asin u
// log, asin, atan, atan2, |·| and fractional powers stay.
// What is to be evaluated keeps sign and choose: u/|u| has no value at 0, and a branch that is not taken may have none.
enum class Choices { reduced, kept };
std::vector<Expr> elementary(std::span<const Expr> e, Choices choices = Choices::reduced);
// With the walk over e.
std::vector<Expr> elementary(std::span<const Expr> e, const Walk& walk, Choices choices = Choices::reduced);

}  // namespace anholon
