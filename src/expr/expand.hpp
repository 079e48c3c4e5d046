#pragma once

#include <cstddef>

#include "expr/expr.hpp"

namespace anholon {

// Products and powers of sums multiplied out: (x + y)² → x² + 2xy + y². Functions and denominators are left
// as they are. Where more than max_terms terms would come out, that part is left as it is, too.
Expr expand(Expr e, std::size_t max_terms = 10000);

// The terms cᵢ·tᵢ of an expanded sum; a number c counts as c·1.
std::vector<Term> terms_of(Expr e);

}  // namespace anholon
