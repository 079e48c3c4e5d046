#pragma once

#include <memory>

#include "code/compiler.hpp"

namespace anholon::llvm_code {

// Several motions: one lane of the vector registers each. Null for programs too large for it.
std::unique_ptr<SeriesKernel> batch_kernel(const SeriesProgram& program, std::size_t lanes);

}  // namespace anholon::llvm_code
