#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace anholon {

// Numbers at times, which run forward or backward, in `width` cells of a terminal: "▁▂▄▆█▆▄▂▁". Every cell stands for an equal
// part of the time and shows its number farthest from the middle of all, so that no spike is lost. Where the numbers swing to
// and fro within cells, the line shows the band between their least and their greatest instead: "⣿⡷⠶⠶⡷⣿". A cell without a finite number is
// blank.
std::string sparkline(std::span<const double> t, std::span<const double> values, std::size_t width);

}  // namespace anholon
