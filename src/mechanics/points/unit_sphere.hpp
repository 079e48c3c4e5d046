#pragma once

#include <span>
#include <vector>

#include "expr/expr.hpp"

namespace anholon {

// The coordinates x of F = ±(Σ x² − 1), such as a unit quaternion or direction cosines; none if F is another function.
std::vector<Expr> on_unit_sphere(const Expr& F, std::span<const Expr> coordinates);

}  // namespace anholon
