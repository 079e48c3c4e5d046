#pragma once

#include <set>
#include <span>

#include "expr/walk.hpp"

namespace anholon {

// What bounds the number of zeros of elementary expressions among the random values that they are evaluated at.
struct Complexity {
    double degree = 0;       // of the numerator; of several expressions, the largest with its denominator
    double root_factor = 1;  // the product of the orders of the roots
    std::set<NodeId> even_roots = {};  // of what; each with two branches
    std::set<NodeId> nested = {};      // the same of what holds a sign itself
    std::set<NodeId> signs = {};  // u of |u| and √u²: two branches, and it is known at which points one is on

    std::size_t branches() const { return even_roots.size() + nested.size() + signs.size(); }
};
Complexity complexity(const Context& c, const Walk& walk, std::span<const Expr> roots);

}  // namespace anholon
