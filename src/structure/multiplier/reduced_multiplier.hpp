#pragma once

#include "structure/evidence/constant_relations.hpp"
#include "structure/evidence/fact.hpp"

namespace anholon {

// Chaplygin's multiplier after reduction by the symmetries of a system, that of Chaplygin's ball among them: a function N of the
// reduced configuration such that in the time τ, dτ = N dt, the reduced equations are Hamiltonian with a bracket that satisfies
// Jacobi's identity.                                                       theory §5.6; Borisov and Mamaev 2001, Ehlers, Koiller, Montgomery, Rios 2005
struct ReducedMultiplier {
    MultiplierVerdict verdict = MultiplierVerdict::undecided;
    std::string reason = {};   // of undecided
    std::string why_not = {};  // the symmetries do not reduce the system so
    bool is_core = false;      // the system that its symmetries have left: no others are used
    std::vector<std::vector<Expr>> symmetries = {};  // the fields that reduce it
    std::size_t symmetries_not_used = 0;             // as they change the momenta of the quasi-velocities
    std::size_t reduced_dimension = 0;               // of the configuration
    Expr N = {};                                     // 1 if it is Hamiltonian already; empty if there is none
    Parameters valid = Parameters::free;
    Expr hamiltonian = {};  // in the momenta and the quasi-velocities
    struct Bracket {
        Expr f, g, value;  // {f, g}
    };
    std::vector<Bracket> brackets = {};  // of the reduced coordinates and momenta, those that are not zero
    std::vector<std::pair<Expr, Expr>> momenta = {};  // in the quasi-velocities
    std::string contradiction = {};  // of none: the bracket that shows that log N has no such derivatives
    double error_bound = 0;
};
ReducedMultiplier multiplier_after_reduction(const Setting& s, const Budget& budget);

}  // namespace anholon
