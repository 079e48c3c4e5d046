#pragma once

#include <span>

#include "study/standstill/exact_standstill.hpp"

namespace anholon {

// Whether functions of the state have power series about a standstill: none of their roots, of |u|, sign(u) and if(u > 0, …) has its corner
// there, and no inverse function its end.
bool are_analytic_at(std::span<const Expr> functions, const ExactStandstill& at);

}  // namespace anholon
