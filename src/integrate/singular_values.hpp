#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace anholon {

// Of an m × n matrix by rows: the largest first, as many as the lesser of m and n.
std::vector<double> singular_values(std::span<const double> A, std::size_t m, std::size_t n);

}  // namespace anholon
