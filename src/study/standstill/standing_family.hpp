#pragma once

#include <utility>
#include <vector>

#include "structure/zeros/zero_set.hpp"
#include "study/standstill/stability.hpp"
#include "study/standstill/steady_part.hpp"

namespace anholon {

// What the linear equations say at some states of a family: near the initial state, its opposite velocities, and a few random ones.
struct StabilitySample {
    Stability::Verdict verdict;
    std::size_t zeros = 0, dimension = 0;     // zero eigenvalues; the family as found there
    std::vector<std::pair<Expr, double>> at;  // the free variables of the family there
};
std::vector<StabilitySample> stability_along(SteadyPart& part, const System& system,
                                             const SolvedFamily& family, const Budget& budget);

// States that stand still.
struct StandingFamily {
    SolvedFamily place;
    std::vector<StabilitySample> stability = {};
};

// The initial state of the model in the variables of the part; zero where it has none.
std::vector<double> initial_state_of(SteadyPart& part, const System& system);

}  // namespace anholon
