#pragma once

#include "mechanics/setting.hpp"

namespace anholon {

// B_is E_i = 0 for the virtual displacements X_s that the constraints allow, E being the sum of all forces but the reactions as a
// function of t, q, q̇, q̈. Linear constraints: in the free quasi-velocities. Nonlinear ones: Chetaev's displacements,
// ∂f_μ/∂q̇_i δq_i = 0, with df_μ/dt = 0 beside them.
Equations projected(const Setting& s, const Covector& E);

}  // namespace anholon
