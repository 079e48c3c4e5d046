#pragma once

#include "code/llvm/single_emission.hpp"

namespace anholon::llvm_code {

// A large program cut into functions of some thirty series each, and how many: start0, start1, … and order0, order1, …, all with
// (memory, scalars, rows, k); the products are left to SeriesLoops.
std::uint32_t emit_parts(Jit& jit, const SeriesProgram& program, const SeriesLayout& layout,
                         const SeriesLoops& loops);

}  // namespace anholon::llvm_code
