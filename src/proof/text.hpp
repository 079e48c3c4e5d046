#pragma once

#include <string>

#include "proof/program.hpp"

namespace anholon::proof {

// A node as a formula, for messages; an ellipsis where it is long.
std::string text(const Program& program, Id id);

}  // namespace anholon::proof
