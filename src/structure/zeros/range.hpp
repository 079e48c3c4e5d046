#pragma once

#include "expr/range.hpp"
#include "model/system.hpp"

namespace anholon {

// The values of an expression where parameters run through their ranges, or keep the sign of their value if they have none;
// coordinates are any numbers.
Range range_of(const System& system, Expr e);
Range range_of_symbol(const System& system, Expr symbol);

int sign_of(const System& system, Expr e);  // 0 if it is not known, or not the same everywhere
bool cannot_vanish(const System& system, Expr e);

}  // namespace anholon
