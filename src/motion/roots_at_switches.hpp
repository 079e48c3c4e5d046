#pragma once

#include <vector>

#include "model/system.hpp"

namespace anholon {

// Roots that begin where a system switches: √u beside if(u > 0, …), as in the force of a contact between elastic bodies, u^(3/2).

// Whether one is in these functions. Power series end there.
bool have_roots_at_switches(const System& system, const std::vector<Expr>& functions);
// The same functions with (u²)^(e/2) for u^e: so they have values also where a step looks beyond the zero at which it will end.
std::vector<Expr> with_roots_beyond_switches(const System& system, std::vector<Expr> functions);

}  // namespace anholon
