#pragma once

#include <vector>

#include "structure/evidence/fact.hpp"

namespace anholon {

// q_i → ±q_i, with time reversed or not: a symmetry of the motion.
struct Involution {
    std::vector<bool>
        turned;  // which variables change their sign: coordinates, or the state on a Lie algebra
    bool reverses_time = false;
};

struct Involutions {
    std::vector<Involution> generators;  // those that reverse time last: one is enough
    double error_bound = 0;
    Reason outside = std::nullopt;
};
Involutions involutions(const Setting& setting, const Budget& budget);

// What turns its sign in an involution.
std::vector<Expr> involution_variables(const Setting& setting);

}  // namespace anholon
