#pragma once

#include <algorithm>

#include "structure/evidence/fact.hpp"

namespace anholon {

// Which reductions of theory §3.16 a system admits: cyclic displacements to be ignored (Routh–Chetaev), the energy integral to
// lower the order (Jacobi–Whittaker, Whittaker), and how many equations of motion are left.
struct Reductions {
    ReductionsVerdict verdict = ReductionsVerdict::undecided;
    std::string reason = {};            // of undecided
    std::vector<Expr> velocities = {};  // η_s, an equation of motion each
    struct Cyclic {
        Expr velocity, momentum;  // η_s and ∂L̂/∂η_s, which is constant
    };
    std::vector<Cyclic> cyclic = {};
    Expr energy = {};                 // constant, and of use; empty if not
    std::string no_energy = {};       // why it is of no use
    bool energy_is_constant = false;  // all the same
    FactProof proof = {};

    std::size_t equations() const { return velocities.size(); }
    std::size_t integrals() const { return cyclic.size() + (energy ? 1 : 0); }
    std::size_t equations_left() const { return equations() - std::min(equations(), integrals()); }
};
Reductions reductions_of(const Setting& setting, const Budget& budget);

}  // namespace anholon
