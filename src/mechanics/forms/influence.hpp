#pragma once

#include <array>
#include <span>
#include <vector>

#include "expr/expr.hpp"

// Whether functions depend on what stands in them. That they do not is proved by derivatives at random points modulo primes.
namespace anholon {

bool holds(std::span<const Expr> functions, const Expr& symbol);

// A coordinate, or a unit quaternion, that stands in the functions without influencing them gets some value there. False if it
// influences one of them.
bool drop(std::vector<Expr>& functions, const Expr& x);
bool drop(std::vector<Expr>& functions, const std::array<Expr, 4>& q);

// Whether the functions stay the same when these variables grow together.
bool may_grow_together(std::span<const Expr> functions, std::span<const Expr> variables);

}  // namespace anholon
