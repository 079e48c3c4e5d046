#pragma once

#include "structure/evidence/fact.hpp"

namespace anholon {

// The motions in which nothing changes but cyclic coordinates, as families: rates of all else are zero.
struct SteadyMotions {
    std::size_t families = 0;  // without those at rest
    bool is_complete = false;  // are these all?
    Reason outside = std::nullopt;
    std::vector<Fact::Sentence> statement;
};
SteadyMotions steady_motions(const Setting& setting, const Budget& budget);

}  // namespace anholon
