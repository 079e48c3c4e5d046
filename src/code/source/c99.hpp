#pragma once

#include <string>

#include "code/rate_equations.hpp"

namespace anholon {

// A translation unit of standalone C99: no allocation, no dependence but <math.h>, the order of all arguments stated. It
// holds a main() that compares its values at a point with exactly computed ones, compiled with -DANHOLON_SELF_TEST.
std::string c99(const RateEquations& equations);

}  // namespace anholon
