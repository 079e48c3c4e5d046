#pragma once

#include "structure/evidence/fact.hpp"
#include "structure/evidence/state_sampler.hpp"

namespace anholon {

// Is the energy v ∂L/∂v − L an integral, or another of Jacobi's kind, and if not, what power changes it?     theory §5.4
// Verdicts: "energy", "Jacobi's integral", "none", "not decided".
Fact energy(const Setting& s, const Budget& budget);

// The energy, or E − p_i ξ_i with a field ξ that the constraints allow and whose flow, with time, leaves L as it is: the energy of
// Jacobi in axes that move with ξ.
struct EnergyIntegral {
    Expr value;            // in t, q, q̇
    std::vector<Expr> xi;  // empty for the energy
    Parameters valid = Parameters::free;
    double error_bound = 0;
    bool is_jacobis() const { return !xi.empty(); }
};
struct EnergyVerdict {
    std::optional<EnergyIntegral> integral;
    std::string undecided;  // why that is open
};
EnergyVerdict energy_integral(const Setting& s, const Budget& budget);

// The Lagrangian whose energy that is: L, and the added mass with it where constraints are realised so.
Expr moving_lagrangian(const Setting& s);
Expr energy_of(const Setting& s, Expr L);  // v ∂L/∂v − L

// d/dt of y_s η_s − L̂ by the formula c^m_0s η_s y_m + Q_s η_s − X_0 L̂, in t, q, η.
Expr power_in_frame(const Setting& s);

}  // namespace anholon
