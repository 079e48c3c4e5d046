#pragma once

#include <memory>

#include "code/compiler.hpp"

namespace anholon::llvm_code {

std::unique_ptr<RateCode> rate_code(const RateProgram& program, std::size_t lanes, SolveLinear* solve);

}  // namespace anholon::llvm_code
