#pragma once

#include "structure/measure/measure.hpp"

namespace anholon {

// Invariant measures of laws that leave all velocities free, or Hamilton's in more variables:
//   free, added mass, viscous: in (q, p), p = ∂L/∂q̇ (with the added mass), the divergence is M^ij ∂Q_i/∂q̇_j, friction in Q;
//   vakonomic: d/dt ∂(L − λf)/∂q̇ = ∂(L − λf)/∂q, Hamilton's equations in (q, p), p = ∂(L − λf)/∂q̇.
// Nothing for other laws.
std::optional<InvariantMeasure> liouville_measure(const Setting& s, const Budget& budget);

}  // namespace anholon
