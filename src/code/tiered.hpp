#pragma once

#include "code/evaluator.hpp"

namespace anholon {

// Interpreted at first, compiled once it has been asked so often that it pays; the digits are the same.
std::unique_ptr<Evaluator> tiered(Program program);
// The same, for long programs that are asked now and then: compiled once they have taken as long as compiling them does.
std::unique_ptr<Evaluator> tiered_at_leisure(Program program);

}  // namespace anholon
