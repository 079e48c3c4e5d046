#pragma once

#include <span>
#include <vector>

#include "expr/expr.hpp"

namespace anholon {

// u x + u y + w z → u (x + y) + w z: what stands in most terms of a sum goes before a bracket, and so on. Nothing is multiplied out.
std::vector<Expr> factor_out(std::span<const Expr> expressions);

}  // namespace anholon
