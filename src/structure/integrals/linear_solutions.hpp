#pragma once

#include "structure/integrals/linear_equations.hpp"
#include "structure/integrals/second_order_equation.hpp"

namespace anholon {

// What can be said of the solutions of du/dx = A u + b: constants among them, components that a quadrature gives, and the equation of the
// second order that a component of the rest obeys.
struct LinearSolutions {
    std::vector<Expr> constants;  // Σ c_k u_k with dΣ/dx = 0

    // y′ = a(x) y, without the terms of b and of the constants: `factor` y is constant where there are none.
    struct FirstOrder {
        std::size_t component;
        Expr a;
        Expr integrating_factor;  // empty where it is no product of powers
    };
    std::vector<FirstOrder> first_order;

    // y″ + P y′ + Q y = 0, likewise; in x, and where possible in a variable z(x) in which it is rational.
    struct SecondOrder {
        std::size_t component;
        Expr P, Q;  // in x
        Expr z;     // the variable as a function of x
        std::optional<SecondOrderEquation> in_z;
    };
    std::optional<SecondOrder> second_order;
    bool has_inhomogeneous_terms = false;  // of b, or of a constant that is not zero
};
LinearSolutions linear_solutions(const LinearEquations& equations, const System& system);

}  // namespace anholon
