#pragma once

#include "structure/evidence/fact.hpp"

namespace anholon {

// What the structure of a Lie algebra says of a system on it: Casimir's functions and the integrals they give, whether the
// constraint can be kept, invariant lines, equilibria and integrals of the reduced system.            theory §4, 004
//   verdict: Euler-Poincare | Suslov | servo first | vakonomic | servo second | not realisable | not decided
Fact lie_algebra(const Setting& setting, const Budget& budget);

}  // namespace anholon
