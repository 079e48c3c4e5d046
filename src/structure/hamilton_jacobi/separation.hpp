#pragma once

#include <optional>

#include "structure/hamilton_jacobi/hamilton_jacobi.hpp"

namespace anholon {

// closed + Σ ∫ integrand dx
struct SumOfQuadratures {
    Expr closed;
    struct Quadrature {
        Expr integrand, x;
    };
    std::vector<Quadrature> quadratures = {};
};

// Whether the Hamilton–Jacobi equation Φ(x, ∂S/∂x) = 0, x = (t, q), has a complete integral S = Σ S_i(x_i). It has, iff for all i ≠ j
//   Φ_pi Φ_pj Φ_xixj − Φ_pi Φ_xj Φ_xipj − Φ_xi Φ_pj Φ_pixj + Φ_xi Φ_xj Φ_pipj = 0                     Levi-Civita 1904
// (t is one of the x, so that H may depend on time). The coordinates are the model's own; no others are tried.
struct Separation {
    enum class Verdict {
        undecided,
        separable,
        not_separable,
        does_not_apply,
    } verdict = Verdict::undecided;
    std::string reason = {};                                  // of undecided and does_not_apply
    std::optional<std::pair<Expr, Expr>> coupled = {};        // coordinates at which the criterion fails
    std::optional<std::pair<Point, std::string>> where = {};  // a state at which it does, and its value there
    bool for_these_parameters = false;

    // S = Σ S_i, where the equations were written down.
    struct Part {
        Expr x;         // t, or a coordinate
        Expr momentum;  // the letter of dS_i/dx
        Expr equation;  // in x, the momentum and constants; = 0
        Expr slope;     // dS_i/dx, one of its roots
        bool has_root = false;
        std::optional<Expr> S;  // by elementary quadratures
    };
    std::vector<Part> parts = {};
    std::vector<Expr> constants = {};  // as many as coordinates
    Expr energy =
        {};  // h as a function of them, where it is not one of them; empty if it is, or if time is no cyclic coordinate
    SumOfQuadratures S = {};
    std::vector<SumOfQuadratures> integrals = {};  // Jacobi's, ∂S/∂a of each constant
    std::string not_written = {};                  // why there are no parts
    bool is_complete = false;  // Φ = 0, the rank and Maggi's equations were proved of the parts
    FactProof proof = {};
};
Separation separation(const Setting& s, const HamiltonJacobi& equation, const Budget& budget);

}  // namespace anholon
