#pragma once

#include "structure/evidence/fact.hpp"

namespace anholon {

// Whether constraints may be put into the Lagrangian: the verdict on the forbidden form [L*]_r = Q*_r, and which
// constraints, combinations and single equations allow it.                                   theory §5.3, 003, 001
//   verdict: right | wrong | partly right (some of the equations) | no constraints | not decided
Fact substitution(const Setting& setting, const Budget& budget);

}  // namespace anholon
