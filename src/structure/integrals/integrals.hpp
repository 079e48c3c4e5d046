#pragma once

#include "structure/integrals/noether.hpp"

namespace anholon {

struct IntegralOptions {
    std::size_t velocity_degree = 2;
    std::size_t max_elements = 400;  // functions among whose combinations integrals are looked for
};

// A first integral, proved.
struct FirstIntegral {
    Expr value;    // in t, q, q̇, λ
    Expr printed;  // in quasi-velocities and momenta p_η = ∂L/∂η; empty for the energy
    Parameters valid = Parameters::free;
    double error_bound = 0;
    bool follows = false;             // from those before it
    std::size_t velocity_degree = 0;  // 1: linear, 2: quadratic
};

// The functions among whose combinations integrals were looked for.
struct SearchedFunctions {
    std::vector<std::size_t> velocity_degrees, coefficient_degrees;  // one of these for each of those
    std::vector<Expr> coefficients,
        linear;  // letters of the coefficients, and those that enter linearly only
};

// Those linear in the velocities, the energy or Jacobi's integral, then quadratic ones, over a basis of functions; each
// independent of those before it, or without coordinates and independent of those before it that hold none.   theory §5.4
struct FirstIntegrals {
    std::vector<FirstIntegral> list;
    std::vector<std::pair<Expr, Expr>> momenta;  // the p_η that are printed, and what they are
    SearchedFunctions basis;
    bool energy_is_jacobis = false;  // what is listed as the energy is Jacobi's integral
    std::string reason;              // of undecided
};
FirstIntegrals first_integrals(const Setting& s, const Budget& budget, const IntegralOptions& options = {});

// Whether a function of the state is independent of others and of what the constraints keep, by the rank of gradients at a random
// state. Yes where no state could be drawn.
bool is_independent(const Setting& s, const Expr& value, const std::vector<Expr>& of, const Budget& budget);

// Why there are some.
struct IntegralReasons {
    std::vector<Expr> cyclic;               // quasi-velocities η_s with a constant momentum ∂L/∂η_s
    std::vector<SymmetryField> symmetries;  // fields ξ with a constant p_i ξ_i, by Noether's theorem
    std::vector<IdleConstraint> idle;
};
IntegralReasons integral_reasons(const Setting& s, const Budget& budget);

}  // namespace anholon
