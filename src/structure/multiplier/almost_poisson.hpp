#pragma once

#include "structure/measure/constrained_inertia.hpp"

namespace anholon {

// The equations of a nonholonomic system with homogeneous constraints and no forces but those of a potential as ẋ = {x, H}, with
// a bracket that need not satisfy Jacobi's identity:
//   {q_i, q_j} = 0,   {q_i, y_s} = X_s q_i,   {y_r, y_s} = c^m_sr y_m + B_rsk η_k + T_rsk η_k,
// y_s = ∂L̂/∂η_s on the constraints and y_α = K_α^s y_s. The skew tensor T(q) is at choice: T_rsk η_s η_k = 0, so the equations do
// not feel it. B is of forces that are quadratic in the velocities and do no work, as the terms of nonholonomicity of a core:
// Q_r = B_rsk η_s η_k with B_rsk = (∂²Q_r/∂η_s∂η_k − ∂²Q_s/∂η_r∂η_k)/3, skew in r and s.
class AlmostPoisson {
  public:
    AlmostPoisson(const Setting& s, const ConstrainedInertia& inertia);

    std::size_t l() const { return y_.size(); }
    const std::vector<Expr>& y() const { return y_; }                      // letters
    const std::vector<Expr>& X(std::size_t r) const { return X_[r - 1]; }  // X_r q_i, r = 1..l
    Expr along(std::size_t r, Expr f) const;                               // X_r f, y held fixed
    Expr H() const { return H_; }                                          // in q, y
    Expr velocity(std::size_t r) const { return eta_[r - 1]; }             // η_r in q, y
    // T_123 of three free velocities.
    void set_T(Expr T) { T_ = T; }
    Expr bracket(Expr f, Expr g) const;                           // in q, y
    Expr of_momenta(std::size_t r, std::size_t s) const;          // {y_r, y_s} in q, y
    Expr of_momenta_briefly(std::size_t r, std::size_t s) const;  // the same in q, y, η

    // y_s in q, q̇, and what ẏ_s = {y_s, H} then says: a residual for each s.
    std::vector<Expr> momenta() const;
    std::vector<Expr> equations_residuals() const;

  private:
    const Setting& s_;
    const ConstrainedInertia& inertia_;
    std::vector<Expr> y_, eta_;
    std::vector<std::vector<Expr>> X_;
    Expr H_, T_, L_;       // L_ = L̂ on the constraints
    std::vector<Expr> Q_;  // of the free velocities, on the constraints
};

// ε_rst
int permutation_sign(std::size_t r, std::size_t s, std::size_t t);

}  // namespace anholon
