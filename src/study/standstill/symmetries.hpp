#pragma once

#include "structure/evidence/fact.hpp"

namespace anholon {

// Fields whose flows leave L, the forces and the constraints unchanged (translations, rotations, scalings and their sums with
// constant coefficients), reflections, reversal of time, and what reduction by them leaves.                          theory §5.8
Fact symmetries(const Setting& setting, const Budget& budget);

}  // namespace anholon
