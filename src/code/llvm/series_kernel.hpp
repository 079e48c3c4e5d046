#pragma once

#include <memory>

#include "code/compiler.hpp"

namespace anholon::llvm_code {

// One motion: vector registers run along the orders of its convolutions.
std::unique_ptr<SeriesKernel> series_kernel(const SeriesProgram& program);

// W by rows is replaced by its inverse; false if it is singular. `rows` is memory for n numbers… of the caller.
extern "C" bool anholon_invert(double* W, std::int64_t n);

}  // namespace anholon::llvm_code
