#pragma once

#include <memory>

#include "code/compiler.hpp"

namespace anholon::llvm_code {

std::unique_ptr<RateCode> rate_code(const RateProgram& program);

}  // namespace anholon::llvm_code
