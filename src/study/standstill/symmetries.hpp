#pragma once

#include <optional>

#include "structure/symmetries/affine_symmetries.hpp"
#include "study/standstill/involutions.hpp"

namespace anholon {

// Fields whose flows leave L, the forces and the constraints unchanged (translations, rotations, scalings and their sums with
// constant coefficients), reflections, reversal of time, and what reduction by them leaves.                          theory §5.8
struct Symmetries {
    SymmetriesVerdict verdict = SymmetriesVerdict::undecided;  // on the reversal of time
    AffineSymmetries fields = {};
    std::vector<bool> momentum_is_integral = {};  // of each field, by Noether's theorem
    Involutions discrete = {};
    std::vector<Expr> variables = {};  // whose signs an involution changes
    // By the fields that keep L, in the phase space (q, q̇) on the constraints.
    struct Reduction {
        std::size_t fields, variables, left;  // how many of the variables of the motion it leaves
    };
    std::optional<Reduction> reduction = {};

    bool is_reversible() const {
        return !discrete.generators.empty() && discrete.generators.back().reverses_time;
    }
};
Symmetries symmetries_of(const Setting& setting, const Budget& budget);

}  // namespace anholon
