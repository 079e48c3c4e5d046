#pragma once

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "model/system.hpp"

namespace anholon {

// Whether the parts of a system fit together: constraints that repeat or contradict each other, quasi-velocities
// that are not free or not enough, free motions without inertia, laws of motion without constraints. Ranks are those at
// a generic point. A constraint that follows from the others is left out of the system, with a warning if the author wrote it.
void check_system(System& system, const Source& source, Span model, Diagnostics& diagnostics);

// Geometric, linear or nonlinear in the given velocities, decided exactly.
Constraint::Kind constraint_kind(Expr residual, std::span<const Expr> velocities);

}  // namespace anholon
