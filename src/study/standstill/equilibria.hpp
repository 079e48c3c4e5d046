#pragma once

#include "structure/evidence/fact.hpp"
#include "structure/zeros/zero_set.hpp"

namespace anholon {

// Where a system may stay at rest. With reactions λ a of constraints on velocities these are
//   of the first kind:   ∂V = Q at q̇ = 0, no reaction of such a constraint is needed;
//   of the second kind:  ∂V − Q = λ a with λ ≠ 0, in families of dimension ≥ the number of these constraints.
// With them the steady motions, in which nothing changes but cyclic coordinates.          theory §5.7; Whittaker, Bottema 1949
Fact equilibria(const Setting& setting, const Budget& budget);

// The equations for equilibria in the coordinates: all minors of order m + 1 of the rows a_μ and ∂V − Q vanish where these lie in the
// span of those; with them the geometric constraints, and what of the others does not vanish with the velocities.
struct RestConditions {
    std::vector<Expr> force;        // ∂L/∂q + Q at rest
    Matrix reactions;               // a row for each constraint, geometric ones first
    std::size_t geometric = 0;      // how many of these
    std::vector<Expr> minors;       // those that are not zero identically
    std::vector<Expr> others;       // constraints that must hold besides
    Reason outside = std::nullopt;  // why the criterion does not apply
};
RestConditions rest_conditions(const Setting& setting, const Budget& budget);

}  // namespace anholon
