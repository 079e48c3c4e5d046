#pragma once

#include "structure/evidence/fact.hpp"
#include "structure/evidence/state_sampler.hpp"

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
    bool follows = false;  // from those before it
};

// Those linear in the velocities, the energy or Jacobi's integral, then quadratic ones, over a basis of functions; each
// independent of those before it, or without coordinates and independent of those before it that hold none.
struct FirstIntegrals {
    std::vector<FirstIntegral> list;
    std::vector<std::pair<Expr, Expr>> momenta;  // the p_η that are printed, and what they are
    Fact::Sentence basis;                        // in words
    std::string energy;                          // its name, or Jacobi's integral
    std::string why_not;
};
FirstIntegrals first_integrals(const Setting& s, const Budget& budget, const IntegralOptions& options = {});

// Verdicts: "3 integrals", …, "none found", "not decided".                                             theory §5.4
Fact integrals(const Setting& s, const Budget& budget);

}  // namespace anholon
