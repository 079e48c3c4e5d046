#pragma once

#include "structure/evidence/fact.hpp"

namespace anholon {

// Where the constraint forms become dependent, and where the system's law cannot be solved for accelerations and multipliers
// (theory §2, §5.2).
Fact degeneracy(const Setting& s, const Budget& budget);

}  // namespace anholon
