#pragma once

#include "structure/integrals/integrals.hpp"

namespace anholon {

// {F, G} in the free quasi-velocities, F and G in t, q, η on the constraints, with y_s = ∂L̂/∂η_s and y_α = ∂L̂/∂η_α there:
//   {F, G} = X_s F ∂G/∂y_s − ∂F/∂y_s X_s G − c^m_rs y_m ∂F/∂y_r ∂G/∂y_s,   r, s = 1..l, m = 1..n
// Derivatives are taken at equal y. Ḟ = {F, H} + X_0 F + … by Chetaev's equations. The Jacobi identity holds if the system of operators
// is closed; under nonintegrable constraints it does not, and {F, G} of two integrals need not be one.
class PoissonBracket {
  public:
    // The setting has a frame. Throws Undefined where the momenta do not determine the velocities.
    explicit PoissonBracket(const Setting& s);
    Expr operator()(const Expr& F, const Expr& G) const;
    // A function of t, q, q̇ in η, and back.
    Expr in_eta(const Expr& F) const;
    Expr in_velocities(const Expr& F) const;

  private:
    struct Slopes {
        std::vector<Expr> by_y, along;  // ∂F/∂y_s, X_s F
    };
    Slopes slopes(const Expr& F) const;

    const Setting& s_;
    std::vector<Expr> Y_;  // ∂L̂/∂η_1, …, ∂L̂/∂η_n on the constraints
    Matrix inverse_;       // (∂Y_r/∂η_s)⁻¹, r, s = 1..l
};

// The bracket of two integrals, proved to be an integral or not to be one.
struct BracketOfIntegrals {
    Expr first, second;                        // as they are shown
    Expr value;                                // in t, q, q̇
    Expr printed;                              // in η
    bool is_integral = false, is_new = false;  // new: independent of the integrals before it
    double error_bound = 0;
};

// Poisson's theorem: the brackets, as far as they do not vanish, of all pairs of integrals that were found and of those that the model
// expects, the energy aside. New ones take part themselves. Few degrees of freedom, for which the velocities are short in momenta.
std::vector<BracketOfIntegrals> brackets_of_integrals(const Setting& s, const FirstIntegrals& found,
                                                      const Budget& budget);

}  // namespace anholon
