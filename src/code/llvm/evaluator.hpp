#pragma once

#include <memory>

#include "code/evaluator.hpp"

namespace anholon::llvm_code {

std::unique_ptr<Evaluator> evaluator(const Program& program);

}  // namespace anholon::llvm_code
