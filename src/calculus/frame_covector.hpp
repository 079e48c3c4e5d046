#pragma once

#include "calculus/vector.hpp"

namespace anholon {

// A covector by its components y_1, …, y_n in a frame, such as the momenta ∂L̂/∂η_s.
class FrameCovector {
  public:
    explicit FrameCovector(std::vector<Expr> components) : y_(std::move(components)) {}

    const Expr& operator[](std::size_t s) const { return y_[s - 1]; }  // s = 1..n
    Expr& operator[](std::size_t s) { return y_[s - 1]; }
    // y_m X^m of a vector in the same frame, such as a bracket
    Expr operator()(const Vector& X) const { return dot(y_, X.components()); }

  private:
    std::vector<Expr> y_;
};

}  // namespace anholon
