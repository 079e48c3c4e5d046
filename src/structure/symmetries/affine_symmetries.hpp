#pragma once

#include <string>
#include <vector>

#include "structure/evidence/fact.hpp"
#include "structure/zeros/zero_set.hpp"

namespace anholon {

// ξ = (s_i + S_ij q_j) ∂/∂q_i + τ t ∂/∂t with rational numbers s, S, τ, under which L → κL up to constants and total derivatives.
struct AffineField {
    std::vector<Rational> translation;          // s
    std::vector<std::vector<Rational>> linear;  // S
    Rational time, factor;                      // τ, κ

    bool keeps_L() const { return time.is_zero() && factor.is_zero(); }
    bool is_translation() const;
    bool is_rotation() const;  // S is skew
    bool is_scaling() const;   // S is diagonal, or τ ≠ 0
};

// A basis of all such fields that leave L, the forces and the constraints' span unchanged.
struct AffineSymmetries {
    std::vector<AffineField> fields;
    double error_bound = 0;      // of the proofs
    std::size_t unresolved = 0;  // directions whose numbers depend on parameters, left out
    Reason outside = std::nullopt;
};
AffineSymmetries affine_symmetries(const Setting& setting, const Budget& budget);
// What is special about values of the parameters: zero for those that vanish, the first of several that are equal for the others.
Substitution special_values(const ConstantValues& values);
// Also those that are symmetries only at these values of the parameters: where some vanish, and where some are equal. They depend on the
// values by special_values() only.
AffineSymmetries affine_symmetries(const Setting& setting, const ConstantValues& values,
                                   const Budget& budget);

std::vector<Expr> components(const AffineField& field, const Setting& setting);           // ξ_i(q)
std::vector<Expr> velocity_components(const AffineField& field, const Setting& setting);  // (S − τ)q̇
Fact::Sentence field_sentence(const AffineField& field,
                              const Setting& setting);  // x*∂/∂y - y*∂/∂x + ∂/∂theta

}  // namespace anholon
