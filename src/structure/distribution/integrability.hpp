#pragma once

#include <string>
#include <vector>

#include "structure/distribution/distribution.hpp"
#include "structure/evidence/fact.hpp"

namespace anholon {

// The combinations ψ_a = κ_aα η_α of velocity constraints that can be integrated, and all others none of whose combinations can.
struct IntegrablePart {
    bool decided = false;
    Matrix kappa = {};        // a row a combination, a column a velocity constraint; empty if there is none
    std::size_t count = 0;    // of the combinations
    double error_bound = 0;   // chance that a combination that stays is not integrable
    std::string reason = {};  // of undecided; or why only the number is known
};

// The last of I ⊃ I' ⊃ I'' ⊃ …, I' = {ψ ∈ I : dψ = 0 on the vectors that I forbids nothing}: Frobenius' theorem says that it is
// integrable, and the largest that is.
IntegrablePart integrable_part(const Distribution& D, const Budget& budget);

Fact integrability(const Setting& s, const Budget& budget);

}  // namespace anholon
