#pragma once

#include "structure/evidence/fact.hpp"
#include "structure/measure/logarithmic_ansatz.hpp"
#include "structure/measure/prescribed_derivatives.hpp"

namespace anholon {

// A density in closed form, constant factors left out; relative to dq dη, and to dq dy with y = ∂L̂/∂η.
struct InvariantDensity {
    LogarithmicAnsatz in_velocities, in_momenta;
};
std::optional<InvariantDensity> invariant_density(const Setting& s, const Budget& budget);

// Is there an invariant measure with a density e^σ that depends on the configuration? Along the frame X_s σ = −w_s, where w_s η_s
// is the divergence of the equations in (q, y).                                                            theory §5.5
struct InvariantMeasure {
    MeasureVerdict verdict = MeasureVerdict::undecided;
    std::string reason = {};  // of undecided
    enum class Ground {
        density,        // of a measure: `density` solves these equations
        liouville,      // all velocities are free, and the divergence in (q, p), p = ∂L/∂q̇, is zero
        hamilton,       // the equations are Hamilton's in (q, p), p = ∂(L − λf)/∂q̇
        consistency,    // they are consistent under brackets; the density is not known
        angle,          // of none: their only solution is many-valued in an `angle`
        contradiction,  // they contradict each other
        divergence,     // in (q, p), not zero at rest
    } ground = Ground::density;
    Expr density = {};             // relative to dq dη; that of `angle` is not a function on its circle
    Expr density_in_momenta = {};  // relative to dq dy or dq dp; empty for a servo
    std::vector<Expr> coordinates = {}, velocities = {};  // q and η
    std::vector<Expr> momenta = {};                       // of hamilton: p as functions of q, q̇, λ
    enum class LevelSet { none, constraints, relations } level_set = LevelSet::none;  // on which it is
    Parameters valid = Parameters::free;
    std::vector<Demand> demands = {};  // X_s σ = −w_s, of consistency and contradiction
    std::size_t directions = 0;        // of consistency: how many the brackets span
    Expr angle = {};                   // of angle
    std::string bracket = {};          // of contradiction: "[X_1, X_2]"
    // Of contradiction: densities that depend on velocities, too, if they are positive near rest.
    bool excludes_smooth_densities = false;
    Expr divergence = {};  // of divergence
    double error_bound = 0;
};
InvariantMeasure invariant_measure(const Setting& s, const Budget& budget);

}  // namespace anholon
