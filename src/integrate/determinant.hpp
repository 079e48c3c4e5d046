#pragma once

#include <cstddef>
#include <span>

namespace anholon {

// Of an n × n matrix by rows.
double determinant(std::span<const double> A, std::size_t n);

}  // namespace anholon
