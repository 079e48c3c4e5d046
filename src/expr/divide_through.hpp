#pragma once

#include <vector>

#include "expr/expr.hpp"

namespace anholon {

// (u cos θ − w sin θ)/sin θ → u cos θ/sin θ − w: a divisor goes into a sum where it cancels with one of the summands. What is
// left of the others is then often shared with other expressions.
std::vector<Expr> divide_through(std::span<const Expr> expressions);

}  // namespace anholon
