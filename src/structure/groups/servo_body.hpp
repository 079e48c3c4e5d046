#pragma once

#include <vector>

#include "structure/evidence/sentence.hpp"
#include "structure/groups/group_system.hpp"
#include "structure/zeros/vanishing.hpp"

namespace anholon {

// A rigid body, so(3), under (a, ω) = 0 kept by a gyroscope along b (second kind). k = Iω + λb stands still in space: k = κγ with
// γ̇ = γ × ω, so γ moves by itself:  λ = κ (a, I⁻¹γ)/(a, I⁻¹b),  ω = I⁻¹(κγ − λb).                  theory §4, 004
std::vector<Fact::Sentence> servo_body(const GroupSystem& system, const std::vector<Expr>& gamma,
                                       Vanishing& vanishes);

// div(γ × ω) in γ, for κ = 1: −(γ, rot ω), the divergence that keeps Haar's measure from being invariant.
Expr haar_divergence(const GroupSystem& system, std::span<const Expr> gamma);

}  // namespace anholon
