#pragma once

#include <cstddef>

#include "code/program.hpp"

namespace anholon::llvm_code {

// The address of an elementary function: of the C library for one lane, of SLEEF for four or eight; null where SLEEF has
// none for this machine.
void* elementary_function(Op op, std::size_t lanes);

}  // namespace anholon::llvm_code
