#pragma once

#include "structure/evidence/fact.hpp"
#include "structure/measure/logarithmic_ansatz.hpp"

namespace anholon {

// A density in closed form, constant factors left out; relative to dq dη, and to dq dy with y = ∂L̂/∂η.
struct InvariantDensity {
    LogarithmicAnsatz in_velocities, in_momenta;
};
std::optional<InvariantDensity> invariant_density(const Setting& s, const Budget& budget);

// Is there an invariant measure with a density that depends on the configuration?                          theory §5.5
// Verdicts: "measure", "none", "not decided".
Fact measure(const Setting& s, const Budget& budget);

}  // namespace anholon
