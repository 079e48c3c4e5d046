#pragma once

#include "expr/expr.hpp"

namespace anholon {

// A multiple of e without denominators, where only its zeros or its level sets matter; e itself if it is too large.
Expr numerator(Expr e);

}  // namespace anholon
