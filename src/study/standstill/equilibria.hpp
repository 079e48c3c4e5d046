#pragma once

#include "structure/evidence/fact.hpp"
#include "structure/zeros/zero_set.hpp"
#include "study/standstill/steady_motions.hpp"

namespace anholon {

// Equilibria of one kind. With reactions λ a of constraints on velocities these are
//   of the first kind:   ∂V = Q at q̇ = 0, no reaction of such a constraint is needed;
//   of the second kind:  ∂V − Q = λ a with λ ≠ 0, in families of dimension ≥ the number of these constraints.
enum class EquilibriumKind { first, second, open };

struct RestFamily {
    StandingFamily family;
    std::size_t dimension = 0;  // on the level set of geometric constraints
    EquilibriumKind kind = EquilibriumKind::open;
    // Of the second kind: its parts that are of the first, and why it is not decided which these are.
    std::vector<StandingFamily> without_reactions = {};
    std::string parts_open = {};
};

// Those that Newton's method finds from several starts.
struct FoundEquilibria {
    EquilibriumKind kind = EquilibriumKind::open;
    std::size_t dimension = 0, zeros = 0;  // of their family; zero eigenvalues
    Stability::Verdict stability = Stability::Verdict::undecided;
    std::size_t starts = 0;  // from which they are found
    bool is_like(const FoundEquilibria& other) const;
};

// Where a system may stay at rest, and the steady motions, in which nothing changes but cyclic coordinates.
//                                                                                 theory §5.7; Whittaker, Bottema 1949
struct Equilibria {
    EquilibriaVerdict verdict = EquilibriaVerdict::undecided;
    std::string reason = {};                  // of undecided
    bool is_outside = false;                  // undecided as the criterion does not apply
    std::vector<RestFamily> families = {};    // all of them, at the values of the parameters
    std::string not_solved = {};              // why these are not known exactly
    std::vector<FoundEquilibria> found = {};  // in that case
    std::size_t starts = 0;                   // of Newton's method
    std::size_t velocity_constraints = 0;     // whose reactions hold those of the second kind
    std::optional<SteadyMotions> steady = {};
};
Equilibria equilibria_of(const Setting& setting, const Budget& budget);

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
