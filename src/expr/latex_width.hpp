#pragma once

#include <string_view>

namespace anholon {

// How wide a formula is when it is typeset, in letters: an estimate by which lines are broken. A column of a two-column paper
// holds about 42 letters, a line of a one-column paper 80.
double latex_width(std::string_view latex);

}  // namespace anholon
