#pragma once

#include "expr/expr.hpp"

namespace anholon {

bool holds_only_constants(Expr e);

// Terms that differ in constant factors alone, put together: (a + b)*x - b*x is a*x.
Expr with_gathered_constants(Expr e);

// (a*r + b)/r as a + b/r.
Expr distributed(Expr e);

}  // namespace anholon
