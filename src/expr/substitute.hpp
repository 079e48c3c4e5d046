#pragma once

#include <span>
#include <utility>
#include <vector>

#include "expr/expr.hpp"

namespace anholon {

// Replaces expressions by others, all at once: {x → y, y → x} swaps. What is replaced may be any node, a
// symbol as a rule; an occurrence is found where it is a node of the DAG, so x² + y does not hold x² + y + z.
using Substitution = std::vector<std::pair<Expr, Expr>>;
Expr substitute(Expr e, const Substitution& replace);
std::vector<Expr> substitute(std::span<const Expr> e, const Substitution& replace);

// The same for every rational multiple: 2x + 2y goes to 2u where x + y is to become u.
Substitution with_multiples(const Substitution& replace);

}  // namespace anholon
