#pragma once

#include "mechanics/setting.hpp"

namespace anholon {

// Cyclic displacements of a nonholonomic system: the σ ≤ l with [X_σ, X_s] = 0 for s = 0..l, X_σ L̂ = 0 and Q_σ = 0 on the constraints: ∂L̂/∂η_σ is constant.  theory §5.4
std::vector<std::size_t> cyclic_displacements(const Setting& s);

// Why  η_s ∂L̂/∂η_s − L̂ = h  is no integral by 002 (1.17): X_0 = ∂/∂t, c^m_0s = 0, X_0 L̂ = 0, Q_s = 0.     theory §5.4
Reason no_energy_integral(const Setting& s);

// h, its value.
Expr energy_constant(const Setting& s);

// What Jacobi's and Whittaker's equations need beside it.
Reason needs_energy_reduction(const Setting& s);

}  // namespace anholon
