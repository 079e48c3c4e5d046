#pragma once

#include "structure/evidence/fact.hpp"

// The facts about variational principles, geometry and Poisson structures: a file each.

namespace anholon {

Fact principles(const Setting& s, const Budget& budget);
Fact rolling(const Setting& s, const Budget& budget);
Fact poisson(const Setting& s, const Budget& budget);
Fact connection(const Setting& s, const Budget& budget);

}  // namespace anholon
