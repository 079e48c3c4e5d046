#pragma once

#include "code/llvm/single_emission.hpp"

namespace anholon::llvm_code {

// A small program as two functions, the loop over the orders inside the second: start(memory, scalars, rows, 0) → bool and
// orders(memory, scalars, rows, last).
void emit_whole(Jit& jit, const SeriesProgram& program, const SeriesLayout& layout, const SeriesLoops& loops);

}  // namespace anholon::llvm_code
