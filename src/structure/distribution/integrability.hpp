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

// What Frobenius' theorem says of a system's velocity constraints.
struct Integrability {
    IntegrabilityVerdict verdict = IntegrabilityVerdict::undecided;
    std::string reason = {};  // of undecided
    std::vector<std::string> constraints =
        {};                      // names of the velocity constraints; none if all are geometric
    std::size_t integrable = 0;  // how many independent combinations of them are
    struct Combination {
        std::vector<Expr> kappa;  // a coefficient per constraint
        Expr function;            // that it keeps constant; empty if elementary quadratures do not give it
    };
    std::vector<Combination> combinations = {};
    std::string no_functions = {};  // why the combinations were not determined
    bool on_algebra = false;        // holonomic is then: the allowed velocities form a subalgebra
    double error_bound = 0;
};
Integrability integrability_of(const Setting& s, const Budget& budget);

}  // namespace anholon
