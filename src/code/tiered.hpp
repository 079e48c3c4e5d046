#pragma once

#include "code/evaluator.hpp"

namespace anholon {

// Interpreted at first, compiled once it has been asked so often that it pays; the digits are the same.
std::unique_ptr<Evaluator> tiered(Program program);

}  // namespace anholon
