#pragma once

#include "structure/evidence/fact.hpp"

namespace anholon {

// Which reductions of theory §3.16 a system admits: cyclic displacements to be ignored (Routh–Chetaev), the energy integral to
// lower the order (Jacobi–Whittaker, Whittaker), and how many equations of motion are left.
//   verdict: cyclic and energy | cyclic | energy | none | not decided
Fact reductions(const Setting& setting, const Budget& budget);

}  // namespace anholon
