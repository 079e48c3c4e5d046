#pragma once

#include <string>
#include <vector>

#include "structure/zeros/vanishing.hpp"

namespace anholon {

// The generalised Hamilton–Jacobi equation in Poincaré's and Chetaev's variables:                            002 §1.4
//   X_0 S + H(t, q, X_1 S, …, X_l S) = 0,
// H the Legendre transform of L̂ on the constraints, X_s the operators of the frame. Where these are closed, every complete integral
// S(t, q, a_1..a_l) gives all motions: y_s = X_s S, ∂S/∂a_k = b_k (Jacobi). Where they are not, its curves are the vakonomic motions, and
// those that are motions of the nonholonomic system as well satisfy  (c^α_rs η_r + c^α_0s)(∂L̂/∂η_α − X_α S) = 0.
struct HamiltonJacobi {
    std::vector<Expr> y;    // letters of the momenta
    Expr H;                 // in t, q, y
    std::vector<Expr> eta;  // ∂H/∂y_s
    Expr S_t;               // letters of ∂S/∂t, ∂S/∂q_i
    std::vector<Expr> S_q;
    std::vector<Expr> XS;  // X_0 S, X_1 S, …, X_l S in these
    Expr left;             // X_0 S + H(t, q, X S)
};

// Why a system has none.
Reason no_hamilton_jacobi(const Setting& s);
// Throws Undefined where the momenta do not determine the velocities.
HamiltonJacobi hamilton_jacobi(const Setting& s);

// Momenta y_s(t, q, a): a family of curves, q̇ = B_i0 + B_is ∂H/∂y_s.
struct CurveFamily {
    std::vector<Expr> eta;         // in t, q, a
    std::vector<Expr> velocities;  // q̇, or ω on a Lie algebra, in the same
    std::vector<Expr>
        residuals;  // ⟨[L] − Q, X_s⟩ along the curves: Maggi's equations, which know nothing of S
    std::vector<Expr> eta_rates;  // η̇_s along them
};
CurveFamily curve_family(const Setting& s, const HamiltonJacobi& equation, std::span<const Expr> momenta);

// What is true of a given S(t, q, a).
struct CompleteIntegral {
    Expr S;
    std::vector<Expr> constants;          // a
    std::vector<Expr> momenta;            // X_s S
    Expr left;                            // X_0 S + H(t, q, X S)
    Vanishing::Result solves;             // is that zero?
    std::size_t rank = 0;                 // of ∂(X_s S)/∂a_k
    std::string no_rank = {};             // why that is not known
    std::vector<Expr> integrals;          // ∂S/∂a_k
    std::vector<Vanishing::Result> kept;  // is its rate along the curves zero?
    Vanishing::Result moves;              // do the curves obey the law of motion?
    Vanishing::Result steady;             // are all η̇_s zero on them?
    FactProof proof;
    bool for_these_parameters = false;
};
CompleteIntegral complete_integral(const Setting& s, const HamiltonJacobi& equation, Expr S,
                                   const std::vector<Expr>& constants, const Budget& budget);

// Whether all of them vanish: no where one does not.
Vanishing::Result all_vanish(Vanishing& vanishing, std::span<const Expr> e);

}  // namespace anholon
