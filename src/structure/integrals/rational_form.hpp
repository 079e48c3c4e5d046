#pragma once

#include <functional>

#include "expr/expr.hpp"

namespace anholon {

// An expression as a fraction of products of irreducible polynomials in symbols, roots and functions, or as it is where that is not
// shorter. Each of these may be written otherwise, such as the root √ρ² of a positive ρ as ρ; the fraction is then taken in any case.
using WrittenAs = std::function<Expr(const Expr& generator)>;
Expr rational_form(Expr e, const WrittenAs& written_as = {});

}  // namespace anholon
