#pragma once

#include "expr/expr.hpp"

namespace anholon {

// b/sqrt(b²) as sign(b), wherever b² stands under a root beside b. The same value where the expression has one, unless b = 0.
Expr with_signs(Expr e);

}  // namespace anholon
