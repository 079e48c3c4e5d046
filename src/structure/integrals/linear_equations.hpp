#pragma once

#include <optional>

#include "structure/evidence/state_sampler.hpp"

namespace anholon {

// Integrals without a formula: where the only coordinate moves by θ̇ = h(θ) n and the other velocities obey u̇ = n A(θ) u, they are
// solutions of the linear equations du/dθ = A u/h, and their values at one θ are integrals. So for bodies of revolution that roll
// on a plane, Chaplygin 1897.
struct LinearEquations {
    Expr coordinate, speed;     // θ, n
    std::vector<Expr> obeying;  // u: as many integrals, linear in u
    double error_bound = 0;
};
std::optional<LinearEquations> linear_equations(const Setting& s, const Budget& budget);

}  // namespace anholon
