#pragma once

#include <string>
#include <vector>

#include "structure/evidence/fact.hpp"
#include "structure/zeros/zero_set.hpp"
#include "study/standstill/stability.hpp"
#include "study/standstill/steady_part.hpp"

namespace anholon {

// "theta = pi/2, u = 0, for any w" of states that stand still.
Fact::Sentence description(const SolvedFamily& family);

// What the linear equations say at some states of a family: near the initial state, its opposite velocities, and a few random ones.
struct StabilitySample {
    Stability::Verdict verdict;
    std::size_t zeros = 0, dimension = 0;  // zero eigenvalues; the family as found there
    std::string where;                     // "theta = 0.3, p = 1"
};
std::vector<StabilitySample> stability_along(SteadyPart& part, const System& system,
                                             const SolvedFamily& family, const Budget& budget);
// One sentence for each different verdict.
std::vector<Fact::Sentence> stability_sentences(const std::vector<StabilitySample>& samples);

// The initial state of the model in the variables of the part; zero where it has none.
std::vector<double> initial_state_of(SteadyPart& part, const System& system);

}  // namespace anholon
