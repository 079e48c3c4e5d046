#pragma once

#include <vector>

#include "structure/evidence/constant_relations.hpp"

namespace anholon {

// The fields f ∂/∂q_i with f = 1 or a coordinate: translations and rotations are among their combinations.
struct LinearField {
    std::size_t i;
    Expr f;
};
std::vector<LinearField> linear_fields(const Setting& s);
// Σ c_k f_k ∂/∂q_i, by components.
std::vector<Expr> combined(const Setting& s, const std::vector<LinearField>& fields, std::span<const Expr> c);

// A field ξ = (c_ij q_j + c_i) ∂/∂q_i that the constraints allow and whose flow leaves L as it is, without forces along it: p_i ξ_i is
// an integral, by Noether's theorem for nonholonomic systems.
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
