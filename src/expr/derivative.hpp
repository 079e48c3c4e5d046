#pragma once

#include <span>
#include <utility>
#include <vector>

#include "expr/expr.hpp"
#include "expr/matrix.hpp"

namespace anholon {

// Derivatives with respect to symbols. Each is one pass over the DAG. abs' = sign and sign' = 0, which holds
// away from zero.

Expr derivative(Expr e, Expr x);

// (∂e/∂x_1, …): one backward pass, so the cost does not grow with the number of variables.
std::vector<Expr> gradient(Expr e, std::span<const Expr> x);

// J_ij = ∂e_i/∂x_j, a forward pass for each variable over all rows at once.
Matrix jacobian(std::span<const Expr> e, std::span<const Expr> x);

// H_ij = ∂²e/∂x_i∂x_j, symmetric to the letter.
Matrix hessian(Expr e, std::span<const Expr> x);

// Σ ẋ_i ∂e/∂x_i for given pairs (x_i, ẋ_i): the derivative along a vector field, in one pass.
using Direction = std::vector<std::pair<Expr, Expr>>;
Expr directional_derivative(Expr e, const Direction& along);
std::vector<Expr> directional_derivative(std::span<const Expr> e, const Direction& along);

// d/dt: time runs at rate 1, each variable x at its own rate x', constants stand still.
Expr time_derivative(Expr e);
std::vector<Expr> time_derivative(std::span<const Expr> e);

}  // namespace anholon
