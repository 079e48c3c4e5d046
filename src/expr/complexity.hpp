#pragma once

#include <span>

#include "expr/walk.hpp"

namespace anholon {

// What bounds the number of zeros of elementary expressions among the random values that they are evaluated at.
struct Complexity {
    double degree = 0;       // of the numerator; of several expressions, the largest with its denominator
    double branches = 0;     // k, the number of even roots and absolute values, each with two branches
    double root_factor = 1;  // the product of the orders of the roots
};
Complexity complexity(const Context& c, const Walk& walk, std::span<const Expr> roots);

}  // namespace anholon
