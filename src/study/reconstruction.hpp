#pragma once

#include <array>

#include "study/flow_run.hpp"
#include "study/orbit.hpp"

namespace anholon {

// How the coordinates of a core follow from those of its system.
struct CoreCoordinates {
    Substitution places;                         // variables of the core → functions of the coordinates
    std::vector<Expr> rest;                      // coordinates that the core leaves out
    std::vector<std::array<Expr, 4>> attitudes;  // unit quaternions among these
};

// A periodic motion of a core in the full system: it returns up to symmetries, by which it moves on with every period.
struct Reconstruction {
    struct Change {
        std::string name;  // of a coordinate that the core leaves out
        double begins = 0, by = 0;
    };
    std::vector<Change> changes;
    // Of an attitude: q(T) = g q(0) with g a turn in space.
    struct Turn {
        std::string name;  // of its quaternion
        std::array<double, 3> axis = {0, 0, 0};
        double angle = 0;  // from 0 to π
    };
    std::vector<Turn> turns;
};

// `along`: the core with the coordinates that it leaves out, which begin as near to its start as the orbit allows. Throws NoOrbit where the
// orbit has no such coordinates, or where the motion does not last.
Reconstruction reconstruction(const Flow& along, const CoreCoordinates& coordinates, const Flow& core,
                              const PeriodicOrbit& orbit, const FlowRunOptions& run = {1e-13});

}  // namespace anholon
