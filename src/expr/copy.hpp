#pragma once

#include "expr/context.hpp"

namespace anholon {

// The same expression in another context.
Expr copied(Expr e, Context& into);

}  // namespace anholon
