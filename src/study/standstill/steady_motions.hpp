#pragma once

#include <algorithm>
#include <optional>

#include "study/standstill/standing_family.hpp"

namespace anholon {

// The motions in which nothing changes but cyclic coordinates, as families: rates of all else are zero. Of a core, its equilibria are
// among them.
struct SteadyMotions {
    Reason outside = std::nullopt;  // why they were not searched for
    std::vector<Expr> cyclic = {};  // coordinates
    bool none_is_cyclic = false;    // steady motions are then equilibria, except in axes that turn
    struct Family : StandingFamily {
        bool is_at_rest = false;  // of a core; others are left out
        bool holds_rest = false;  // comes to rest where its free velocities vanish
        std::size_t spheres = 0;  // that tie the free variables
        std::size_t dimension() const { return place.free.size() - spheres; }
    };
    std::vector<Family> families = {};
    bool is_complete = false;  // are these all, where the free velocities determine the others?
    Expr degenerate = {};      // which they do where this is not zero; empty where it cannot vanish
    std::string reason = {};   // why not
    // What Newton's method finds from the initial state, where the equations are not solved exactly.
    struct Nearest {
        enum class Outcome { none, without_linear_equations, found } outcome = Outcome::none;
        std::size_t dimension = 0;  // of its family
        Stability::Verdict stability = Stability::Verdict::undecided;
    };
    std::optional<Nearest> nearest = {};

    std::size_t rests() const {
        return static_cast<std::size_t>(std::ranges::count(families, true, &Family::is_at_rest));
    }
    bool hold_rest() const { return std::ranges::any_of(families, &Family::holds_rest); }
};
SteadyMotions steady_motions(const Setting& setting, const Budget& budget);

}  // namespace anholon
