#pragma once

#include <vector>

#include "structure/groups/group_system.hpp"
#include "structure/zeros/vanishing.hpp"

namespace anholon {

// A rigid body, so(3), under (a, ω) = 0 kept by a gyroscope along b (second kind). k = Iω + λb stands still in space: k = κγ with
// γ̇ = γ × ω, so γ moves by itself:  λ = κ (a, I⁻¹γ)/(a, I⁻¹b),  ω = I⁻¹(κγ − λb).                  theory §4, 004
struct ServoBody {
    Expr haar_divergence = {};  // of γ̇ for κ = 1; empty if Haar's measure is preserved
    Expr vakonomic_energy = {};  // an integral of γ̇ for κ = 1, of a vakonomic system; empty if it is not one
    bool reduces_to_euler =
        false;  // b is along a: a linear change of variables gives Euler's equations with J3 = 0
};
ServoBody servo_body(const GroupSystem& system, const std::vector<Expr>& gamma, Vanishing& vanishes);

// div(γ × ω) in γ, for κ = 1: −(γ, rot ω), the divergence that keeps Haar's measure from being invariant.
Expr haar_divergence(const GroupSystem& system, std::span<const Expr> gamma);

}  // namespace anholon
