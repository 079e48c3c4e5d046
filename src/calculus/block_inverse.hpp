#pragma once

#include <optional>

#include "expr/matrix.hpp"
#include "expr/simplify.hpp"

namespace anholon {

// The inverse of a matrix that is block triangular once rows and columns are put in order, block by block: first by pivots that are
// numbers, the rest by minors. What an elimination divides by on its way, and what may vanish where the matrix is regular, is
// not divided by. Nothing if all blocks but one are numbers.
std::optional<Matrix> block_inverse(const Matrix& A, const SimplifyOptions& options);

}  // namespace anholon
