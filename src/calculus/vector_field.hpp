#pragma once

#include "calculus/chart.hpp"
#include "calculus/vector.hpp"

namespace anholon {

// X = X_0 ∂/∂t + X_i ∂/∂q_i, a derivation of functions of (t, q).
class VectorField {
  public:
    VectorField(Chart chart, Vector components);  // n + 1 components, that of time first

    const Chart& chart() const { return chart_; }
    const Vector& components() const { return components_; }
    const Expr& operator[](std::size_t axis) const { return components_[axis]; }

    // X(f) = X_i ∂f/∂q_i
    Expr operator()(Expr f) const;

  private:
    Chart chart_;
    Vector components_;
};

// [X, Y]_i = X(Y_i) − Y(X_i)
VectorField bracket(const VectorField& X, const VectorField& Y);

}  // namespace anholon
