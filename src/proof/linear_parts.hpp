#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "proof/program.hpp"

namespace anholon::proof {

// An argument of sin, cos or exp as Σ c_k a_k with rational c_k, along + − negations and products with and quotients by numbers.
// The atom of a number is the constant 1, which has no node.
using LinearParts = std::vector<std::pair<std::optional<Id>, Rational>>;
LinearParts linear_parts(const Program& program, Id argument);

// The common denominator of all c_k in the arguments of these nodes.
Rational common_denominator(const Program& program, std::span<const Id> nodes);

}  // namespace anholon::proof
