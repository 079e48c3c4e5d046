#pragma once

#include <vector>

#include "structure/constant_relations.hpp"

namespace anholon {

// Cyclic displacements: the X_σ, σ ≤ l, with [X_σ, X_s] = 0 for s = 0..l, X_σ L̂ = 0 and Q_σ = 0; their momenta ∂L̂/∂η_σ are
// constant.                                                                                              theory §5.4
std::vector<std::size_t> cyclic_displacements(const Setting& s);

// A field ξ = (c_ij q_j + c_i) ∂/∂q_i that the constraints allow and whose flow leaves L as it is, without forces along it: p_i ξ_i is
// an integral, by Noether's theorem for nonholonomic systems. Translations and rotations are among them.
struct SymmetryField {
    std::vector<Expr> xi;
    Parameters valid = Parameters::free;
    double error_bound = 0;
};
std::vector<SymmetryField> symmetries_in_the_distribution(const Setting& s, const Budget& budget);

// Velocity constraints whose multipliers vanish along all motions: they are integrals of the motion without them.
struct IdleConstraint {
    const Constraint* constraint;
    Parameters valid;
};
std::vector<IdleConstraint> idle_constraints(const Setting& s, const Budget& budget);

}  // namespace anholon
