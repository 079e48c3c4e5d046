#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/energy_near_rest.hpp"
#include "study/stability_conditions.hpp"

namespace anholon {

// V near an equilibrium of the first kind, on the configurations that geometric constraints allow, in letters: what the theorem of Lagrange
// and Dirichlet and its converses say beside the linear equations, with constraints on velocities or without.
struct PotentialMinimum {
    enum class Outcome {
        outside,  // the hypotheses fail: `reason`
        definite,  // V'' is positive definite where the conditions hold: a strict minimum, stable (Lagrange, Dirichlet)
        minimum,  // V'' vanishes along some directions; there the first terms are positive: a strict minimum, stable
        no_minimum,  // V'' vanishes along some of those directions that the constraints allow, and V decreases there: unstable
        degenerate,  // nothing more is known: `reason`
    } outcome = Outcome::outside;
    std::string reason = {};
    bool is_second_kind =
        false;  // of outside: reactions of constraints on velocities take part, so that V has a slope
    std::vector<StabilityCondition> conditions =
        {};  // on V'' across those directions, the first term, T and the dissipation
    KnownSigns signs = {};
    std::size_t flat = 0;   // along how many directions V'' vanishes
    std::size_t order = 0;  // of the first term along them
    Expr term =
        {};  // its coefficient; of several directions: along the one where it is negative, or as a form
    std::vector<Expr> direction = {};  // of no_minimum: along which V decreases, for each coordinate
    std::size_t forbidden = 0;         // directions that constraints on velocities forbid
    bool is_dissipated = false;        // the energy decreases or keeps its value; otherwise it is conserved
    // Of minimum, no_minimum: by Barbashin and Krasovskii, as every velocity is damped, there is no constraint on velocities and no
    // other equilibrium near.
    bool is_damped = false;
};

PotentialMinimum potential_minimum(const System& system, const ExactStandstill& at,
                                   const Substitution& numbers);

}  // namespace anholon
