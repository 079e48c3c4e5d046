#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace anholon {

// Numbers in one line of a terminal, at most `width` cells, and their range:  "▁▂▄▆█▆▄▂▁  -1 to 1".  A cell that stands for
// several numbers shows the one farthest from the middle of all, so that no spike is lost; one without a finite number is
// blank.
std::string sparkline(std::span<const double> values, std::size_t width);

}  // namespace anholon
