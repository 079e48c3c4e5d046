#pragma once

#include <span>
#include <string>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "model/system.hpp"

namespace anholon {

// The constraints of one contact that hold its point along two tangents.
struct SlipPair {
    std::string along, across;
};

// Whether the parts of a system fit together: constraints that repeat or contradict each other, quasi-velocities
// that are not free or not enough, free motions without inertia, laws of motion without constraints. Ranks are those at
// a generic point. A constraint that follows from the others is left out of the system, with a warning if the author wrote it.
// Where that is one of a pair and depends on its other by a factor that varies, the other becomes the part of the slip that is left.
void check_system(System& system, const Source& source, Span model, Diagnostics& diagnostics,
                  std::span<const SlipPair> pairs = {});

// Geometric, linear or nonlinear in the given velocities, decided exactly.
Constraint::Kind constraint_kind(Expr residual, std::span<const Expr> velocities);

}  // namespace anholon
