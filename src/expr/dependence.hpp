#pragma once

#include <span>
#include <vector>

#include "expr/expr.hpp"

namespace anholon {

// Does e keep its value when x changes, or when all variables grow together? The derivative alone does not tell: that of sign x is 0.
bool is_constant_in(const Expr& e, const Expr& x);
bool is_constant_along(const Expr& e, std::span<const Expr> variables);

// Has e a corner or a jump where a function of x is zero: |x|, sign x, `if`? Its second derivative alone does not tell.
bool switches_with(const Expr& e, const Expr& x);

// The arguments of sign and `if`: where they vanish functions may jump, whatever their derivatives are elsewhere.
std::vector<Expr> jump_arguments(std::span<const Expr> functions);

// Does x stand where it may take e to another branch: inside of |·|, sign, `if`, a root, an inverse function?
bool branches_with(const Expr& e, const Expr& x);

}  // namespace anholon
