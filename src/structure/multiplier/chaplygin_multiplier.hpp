#pragma once

#include <optional>

#include "structure/measure/measure.hpp"
#include "structure/multiplier/reduced_multiplier.hpp"

namespace anholon {

// Is the system Chaplygin's, and has it a reducing multiplier: N(q) such that in the time τ, dτ = N dt, the equations are
// Lagrange's for L*(q, N dq/dτ), and so Hamilton's?                                                      theory §5.6
struct ReducingMultiplier {
    MultiplierVerdict verdict = MultiplierVerdict::undecided;
    std::string reason = {};             // of undecided
    bool is_core = false;                // reduced already: `reduced` is about the core itself
    std::string not_chaplygin = {};      // why it is not Chaplygin's in these coordinates; empty if it is
    std::vector<Expr> coordinates = {};  // q of N(q), l of them
    // The velocities that are eliminated from L, by name, and the other choices of them that leave a Chaplygin system.
    struct Choice {
        std::vector<std::string> eliminated;
        std::optional<MultiplierVerdict> verdict;  // empty: N is not 1, and more was not asked
    };
    std::vector<std::string> eliminated = {};
    std::vector<Choice> instead = {};
    bool all_choices_examined = true;
    Expr N = {};  // 1 if the equations are Lagrange's already; empty if there is none
    Parameters valid = Parameters::free;
    Expr lagrangian = {};   // L*, if the equations are Lagrange's already
    Expr hamiltonian = {};  // in q and P = ∂L*/∂(dq/dτ); empty if L* has terms linear in velocities
    Expr angle = {};        // in which N is many-valued: the new time is local
    // Where there is none: N^(l−1) would be the density of the measure in (q, p).
    InvariantMeasure measure = {};
    Expr density = {};  // of that measure, if there is one; its root does not reduce the system
    std::optional<ReducedMultiplier> reduced = {};  // by its symmetries, where there is none without
    double error_bound = 0;
};
ReducingMultiplier reducing_multiplier(const Setting& s, const Budget& budget);

}  // namespace anholon
