#pragma once

#include <span>
#include <utility>
#include <vector>

#include "algebra/ball.hpp"
#include "expr/expr.hpp"

namespace anholon {

// A value for each symbol.
using Point = std::vector<std::pair<Expr, Rational>>;

using EnclosedPoint = std::vector<std::pair<Expr, Ball>>;

// Rigorous enclosures of real values at a point, by ball arithmetic. Not finite where a value does not exist.
std::vector<Ball> enclosures(std::span<const Expr> e, const EnclosedPoint& at, long precision);
std::vector<Ball> enclosures(std::span<const Expr> e, const Point& at, long precision);
Ball enclosure(Expr e, const Point& at, long precision = 128);

}  // namespace anholon
