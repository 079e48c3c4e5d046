#pragma once

#include "code/program.hpp"

namespace anholon {

// The instructions [from, to) of a program, one by one. Their values go to their places, where those of earlier ones stand.
void run(const Program& program, std::size_t from, std::size_t to, const double* inputs, double* values);

}  // namespace anholon
