#pragma once

#include "structure/evidence/fact.hpp"

namespace anholon {

// Is the system Chaplygin's, and has it a reducing multiplier: N(q) such that in the time τ, dτ = N dt, the equations are
// Lagrange's for L*(q, N dq/dτ), and so Hamilton's?                                                      theory §5.6
// Verdicts: "multiplier", "local multiplier", "Lagrange's already", "none", "not Chaplygin's", "not decided".
Fact chaplygin_multiplier(const Setting& s, const Budget& budget);

}  // namespace anholon
