#pragma once

#include <functional>

#include "mechanics/setting.hpp"

namespace anholon {

// What Ferrers, Voronets and Chaplygin share: the constraints solved as q̇_α = g_α(t, q, q̇_r), the restricted Lagrangian L*,
// and one equation for each independent velocity.
class Restricted {
  public:
    explicit Restricted(const Setting& s);

    const SolvedConstraints& g() const { return s_.solved(); }
    Expr L() const { return L_; }                                          // L*
    Expr operator()(Expr e) const { return substitute(e, restriction_); }  // e*, on the constraints
    Expr b(std::size_t a, std::size_t r) const;                            // ∂g_a/∂q̇_r
    Expr force(std::size_t r) const;  // Q*_r = (Q_r + Q_α ∂g_α/∂q̇_r)*
    std::size_t alpha(std::size_t a) const { return g().dependent[a]; }  // the coordinate that g_a moves

    // d/dt(under_dt) + left = Σ right for each independent r, on the constraints.
    Equations equations(const std::function<Line(std::size_t r)>& line) const;

  private:
    const Setting& s_;
    Substitution restriction_;
    Expr L_;
};

}  // namespace anholon
