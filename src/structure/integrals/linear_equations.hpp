#pragma once

#include <optional>

#include "structure/evidence/state_sampler.hpp"

namespace anholon {

// Linear integrals without a formula: where one variable x is left of the configuration after reduction by symmetries, and the velocities
// besides ẋ obey u̇ = ẋ (A(x) u + b(x)), they are solutions of the linear equations du/dx = A u + b, and their values at one x are
// integrals. So for bodies of revolution that roll on a plane, Chaplygin 1897, and balls on surfaces of revolution, Routh 1884.
struct LinearEquations {
    Expr x;                          // a coordinate of the core
    std::vector<Expr> obeying = {};  // u in the variables of the core: as many integrals, linear in u
    std::vector<Expr> letters = {};  // by which u is written: a velocity itself, or a letter for a function
    Matrix A = {};
    std::vector<Expr> b = {};
    // d(ẋ²)/dx = α(x) ẋ² + β(x, u), in the letters: with it x(t) follows by a quadrature. Empty where the equations are of another kind.
    Expr alpha = {}, beta = {};
    Substitution in_state = {};  // the variables of the core → functions of t, q, q̇ of the system
    double error_bound = 0;

    bool is_homogeneous() const;
};

// Of the system or of its core; proved along the motions of the system itself.
std::optional<LinearEquations> linear_equations(const Setting& s, const Budget& budget);

}  // namespace anholon
