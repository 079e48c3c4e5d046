#pragma once

#include "structure/evidence/fact.hpp"

// The facts whose sentences are written here, from what src/structure has found: a file each.

namespace anholon {

Fact integrability(const Setting& s, const Budget& budget);
Fact integrals(const Setting& s, const Budget& budget);

}  // namespace anholon
