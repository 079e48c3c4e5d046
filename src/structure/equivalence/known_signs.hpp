#pragma once

#include <span>
#include <vector>

#include "expr/expr.hpp"

namespace anholon {

// Expressions in which the root of what equals k e², k a number, is √k e, for functions e that are known to be positive. Those that some root has used are
// marked in `used`.
std::vector<Expr> with_known_roots(std::span<const Expr> list, std::span<const Expr> positive,
                                   std::vector<bool>& used);

}  // namespace anholon
