#pragma once

#include "structure/evidence/fact.hpp"

namespace anholon {

// Chaplygin's multiplier after reduction by the symmetries of a system, that of Chaplygin's ball among them: a function N of the
// reduced configuration such that in the time τ, dτ = N dt, the reduced equations are Hamiltonian with a bracket that satisfies
// Jacobi's identity.                                                       theory §5.6; Borisov and Mamaev 2001, Ehlers, Koiller, Montgomery, Rios 2005
// Nothing if the symmetries do not reduce the system so; then `why_not` says why.
std::optional<Fact> multiplier_after_reduction(const Setting& s, const Budget& budget, std::string& why_not);

}  // namespace anholon
