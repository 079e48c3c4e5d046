#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/standstill/exact_linear_part.hpp"

namespace anholon {

// The linear equations at an equilibrium beside those of the system whose constraints on velocities are frozen there, a(q*) q̇ = 0, and so
// can be integrated. At equilibria of the first kind both are the same (Korteweg 1899, Whittaker); where reactions λ a take part, their
// changes λ ∂a/∂q δq make a difference (Bottema 1949). Both are computed and compared.
struct FrozenConstraints {
    enum class Outcome { none, same, different, not_compared } outcome = Outcome::none;
    std::string reason = {};  // of not_compared
    // Of different: what the frozen system's equations of motion, taken along displacements, lack: a row for each displacement, a column for
    // each variable of the linear equations.
    Matrix difference = {};
    std::vector<Expr> along = {};  // the coordinate by which each displacement is named: it changes by 1
};

// none where no constraint on velocities acts, or where the law of motion is another one.
FrozenConstraints frozen_constraints(const SteadyPart& part, const System& system, const ExactStandstill& at,
                                     const ExactLinearPart& linear);

// The same in floating point, without the difference: `same` to rounding.
FrozenConstraints frozen_constraints(SteadyPart& part, const System& system, const std::vector<double>& x,
                                     const LinearPart& linear);

}  // namespace anholon
