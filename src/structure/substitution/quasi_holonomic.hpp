#pragma once

#include <string>
#include <vector>

#include "structure/zeros/vanishing.hpp"

namespace anholon {

// Constraints ẏ_i = g_i(z, ż) beside others f_ν(z, ż) = 0, y in neither L nor the forces nor the coefficients. They are
// quasi-holonomic, that is, may be put into L while the f_ν keep their multipliers, iff
//   N = Σ (∂L/∂ẏ_i)* [g_i]  lies on f = 0 in the span of the ∂f_ν/∂ż:  N(X_s) = 0 for the free X_s.   003 theorem 1
// g_i is fixed up to multiples of the f_ν, and the answer depends on them: the g_i that the author wrote come first.
struct QuasiHolonomicSet {
    std::vector<std::size_t> y = {};     // places of the coordinates
    std::vector<Expr> g = {};            // in t, q, q̇; those that pass if any do
    bool as_written = true;              // or with multiples of the f_ν added
    std::vector<std::string> rest = {};  // names of the f_ν, where the g_i are as written
    Vanishing::Result verdict = {};
};
// Every set of such coordinates that the constraints can be solved for, larger sets first.
std::vector<QuasiHolonomicSet> quasi_holonomic_sets(const Setting& setting, const Budget& budget,
                                                    Vanishing& vanishes);

// [u]_j = (∂u/∂η_j)˙ − X_j u − (c^m_rj η_r + c^m_0j) ∂u/∂η_m, j = 1..n, of a function linear in velocities, as a function of
// t, q, η: Lagrange's derivative in quasi-velocities.                                           003 (1.15), theorem 2
std::vector<Expr> lagrange_in_quasi_velocities(const Setting& setting, Expr u);

// The same by coordinates: [u]_i B_ij.
std::vector<Expr> lagrange_along_frame(const Setting& setting, Expr u);

}  // namespace anholon
