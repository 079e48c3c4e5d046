#pragma once

#include <optional>

#include "study/standstill/standing_family.hpp"

namespace anholon {

// The motions in which nothing changes but cyclic coordinates, as families: rates of all else are zero.
struct SteadyMotions {
    Reason outside = std::nullopt;  // why they were not searched for
    std::vector<Expr> cyclic = {};  // coordinates
    bool none_is_cyclic = false;    // steady motions are then equilibria, except in axes that turn
    std::vector<StandingFamily> families = {};  // without those at rest
    bool is_complete = false;                   // are these all?
    std::string reason = {};                    // why not
    // What Newton's method finds from the initial state, where the equations are not solved exactly.
    struct Nearest {
        enum class Outcome { none, without_linear_equations, found } outcome = Outcome::none;
        std::size_t dimension = 0;  // of its family
        Stability::Verdict stability = Stability::Verdict::undecided;
    };
    std::optional<Nearest> nearest = {};
};
SteadyMotions steady_motions(const Setting& setting, const Budget& budget);

}  // namespace anholon
