#pragma once

#include "study/branch_of_orbits.hpp"
#include "study/branch_of_standstills.hpp"

namespace anholon {

// The orbits that branch off at a Hopf point of equilibria, or of the steady motions of a core: near it x = x* + εv + O(ε²) with
// (A² + ω²) v = 0, the period 2π/ω and a value that changes by O(ε²), so that ε grows as the root of the distance.
struct OrbitsOfHopf {
    std::unique_ptr<BranchOfOrbits> problem;
    CurvePoint near;
    // Where the variables and the value of the standstill are among x, T and the value.
    std::vector<std::size_t> places;
};
// Throws NoOrbit where none is found near it.
OrbitsOfHopf orbits_of_hopf(const Flow& flow, BranchOfStandstills& standstills, const SpecialPoint& hopf,
                            const Sweep& sweep, const FlowRunOptions& run = {1e-13});

}  // namespace anholon
