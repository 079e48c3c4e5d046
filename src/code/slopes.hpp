#pragma once

#include <span>
#include <vector>

#include "code/program.hpp"

namespace anholon {

// The slopes of a program's instructions where its inputs move by `directions`, and the instructions have these values: for
// programs whose derivatives, as expressions, would be far longer than they are.
void slopes_along(const Program& program, std::span<const double> values, std::span<const double> directions,
                  std::span<double> slopes);

}  // namespace anholon
