#pragma once

#include "structure/evidence/fact.hpp"

namespace anholon {

// The motions in which nothing changes but cyclic coordinates, as families: rates of all else are zero. Of a core, its equilibria are
// among them.
struct SteadyMotions {
    std::size_t families = 0;  // without those at rest
    std::size_t rests = 0;     // of a core: those at rest
    bool holds_rest = false;   // one of the others comes to rest where its free velocities vanish
    bool is_complete = false;  // are these all?
    std::string reason = {};   // why not
    Reason outside = std::nullopt;
    std::vector<Fact::Sentence> statement = {};
    Data::List results = {};
};
SteadyMotions steady_motions(const Setting& setting, const Budget& budget);

}  // namespace anholon
