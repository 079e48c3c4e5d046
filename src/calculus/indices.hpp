#pragma once

#include <algorithm>
#include <ranges>

#include "expr/context.hpp"

namespace anholon {

// first, …, last: indices of a frame as the theory counts them, from 1, with 0 for time. None if last < first.
inline auto indices(std::size_t first, std::size_t last) {
    return std::views::iota(first, std::max(first, last + 1));
}

// Σ_i f(i)
template <class Indices, class F>
Expr sum(Context& c, Indices&& over, F&& f) {
    Expr total = c.zero();
    for (const std::size_t i : over) total += f(i);
    return total;
}

}  // namespace anholon
