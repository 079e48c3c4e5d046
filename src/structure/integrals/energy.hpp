#pragma once

#include "structure/evidence/fact.hpp"
#include "structure/evidence/state_sampler.hpp"

namespace anholon {

// The energy, or E − p_i ξ_i with a field ξ that the constraints allow and whose flow, with time, leaves L as it is: the energy of
// Jacobi in axes that move with ξ.
struct EnergyIntegral {
    Expr value;            // in t, q, q̇
    std::vector<Expr> xi;  // empty for the energy
    Parameters valid = Parameters::free;
    double error_bound = 0;
    bool is_jacobis() const { return !xi.empty(); }
};
struct EnergySearch {
    std::optional<EnergyIntegral> integral;
    std::string undecided;  // why that is open
};
EnergySearch energy_integral(const Setting& s, const Budget& budget);

// Is the energy v ∂L/∂v − L an integral, or another of Jacobi's kind, and if not, what power changes it?     theory §5.4
struct EnergyBalance {
    EnergyVerdict verdict = EnergyVerdict::undecided;
    std::string reason = {};  // of undecided
    Expr value = {};     // the energy, or Jacobi's integral, on the constraints and in names of the model
    Expr integral = {};  // the same in t, q, q̇
    std::vector<Expr> xi = {};  // of Jacobi's integral
    Parameters valid = Parameters::free;
    double error_bound = 0;
    bool jacobi_was_sought = false;  // among fields linear in the coordinates
    // Where the energy is not conserved for all parameters: true for those conditions of an energy integral that fail [002 (1.17)].
    struct Failing {
        bool X_0_is_time = false, c_0_vanish = false, X_0_L_vanishes = false, Q_vanish = false;
        Expr power = {};  // (y_s η_s − L̂)˙
    };
    std::optional<Failing> failing = {};
    // The parts of Ė that do not vanish.
    struct Power {
        enum class Source { forces, time, reaction } source;
        std::string constraint;  // whose reaction it is
        Expr value;
    };
    std::vector<Power> powers = {};

    bool is_conserved_for_all() const {
        return verdict == EnergyVerdict::energy && valid == Parameters::free;
    }
};
EnergyBalance energy_balance(const Setting& s, const Budget& budget);

// The Lagrangian whose energy that is: L, and the added mass with it where constraints are realised so.
Expr moving_lagrangian(const Setting& s);
Expr energy_of(const Setting& s, Expr L);  // v ∂L/∂v − L

// d/dt of y_s η_s − L̂ by the formula c^m_0s η_s y_m + Q_s η_s − X_0 L̂, in t, q, η.
Expr power_in_frame(const Setting& s);

}  // namespace anholon
