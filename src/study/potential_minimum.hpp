#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/stability_conditions.hpp"

namespace anholon {

// V near an equilibrium on the configurations that geometric constraints allow, in letters: what the theorem of Lagrange and Dirichlet and its
// converses say beside the linear equations.
struct PotentialMinimum {
    enum class Outcome {
        outside,  // the hypotheses fail: `reason`
        definite,  // V'' is positive definite where the conditions hold: a strict minimum, stable (Lagrange, Dirichlet)
        minimum,  // V'' vanishes along one direction; there the first term is positive: a strict minimum, stable
        no_minimum,  // likewise, but V decreases there: unstable (Koiter 1965; Kozlov and Palamodov 1982)
        degenerate,  // V'' vanishes along directions, and nothing more is known: `reason`
    } outcome = Outcome::outside;
    std::string reason = {};
    std::vector<StabilityCondition> conditions = {};  // on V'', across that direction where there is one
    KnownSigns signs = {};
    std::size_t order = 0;  // of the first term along the direction
    Expr term = {};         // its coefficient
};

PotentialMinimum potential_minimum(const System& system, const ExactStandstill& at,
                                   const Substitution& numbers);

}  // namespace anholon
