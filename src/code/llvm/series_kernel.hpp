#pragma once

#include <memory>

#include "code/compiler.hpp"

namespace anholon::llvm_code {

// One motion: vector registers run along the orders of its convolutions.
std::unique_ptr<SeriesKernel> series_kernel(const SeriesProgram& program);

}  // namespace anholon::llvm_code
