#pragma once

#include <optional>
#include <string>
#include <vector>

#include "expr/substitute.hpp"
#include "mechanics/adapted_frame.hpp"
#include "model/system.hpp"

namespace anholon {

// The velocity constraints solved for some of the velocities, q̇_α = g_α(t, q, q̇_r): what Ferrers, Voronets and
// Chaplygin start from. Linear constraints always can be; a nonlinear one if it is linear or purely quadratic in some velocity, the
// sign of the root being that of the initial state.
struct SolvedConstraints {
    // Linear constraints are solved for the velocities that are not `independent`; for those that seem best if it is not given.
    explicit SolvedConstraints(const System& system, const IndependentVelocities& independent = std::nullopt);

    std::vector<std::size_t> independent, dependent;  // places of q_r and q_α among the coordinates
    std::vector<Expr> g;                              // in the order of `dependent`
    std::optional<std::string> why_not;

    Substitution restriction(const System& system) const;  // q̇_α → g_α
};

}  // namespace anholon
