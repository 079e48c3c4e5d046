#pragma once

#include <string>

#include "study/stability_conditions.hpp"

namespace anholon {

// What becomes of E = v ∂L/∂v − L near an equilibrium, under constraints that are free of time and homogeneous in the velocities: their
// reactions do no work, and Ė = Q·v.
struct EnergyNearRest {
    bool never_grows = false;
    bool is_conserved = false;
    bool is_even =
        false;  // L holds even powers of the velocities only, and there are no forces besides: motions can be reversed
    // Q·v = −uᵀD(q)u for v = P(q)u, with D of constant rank r and a block of r rows that is positive definite at the equilibrium where
    // these conditions hold: then near it Q·v ≤ 0.
    std::vector<StabilityCondition> conditions = {};
    KnownSigns signs = {};
    bool is_dissipated_along_all = false;  // r is the number of free velocities: Q·v < 0 unless v = 0
    std::string reason = {};               // why it is not known
};
EnergyNearRest energy_near_rest(const System& system, const ExactStandstill& at, const Substitution& numbers);

}  // namespace anholon
