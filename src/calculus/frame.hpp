#pragma once

#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "calculus/form.hpp"
#include "expr/substitute.hpp"

namespace anholon {

// Thrown by a frame whose forms are dependent, or not decidably independent.
struct NotAFrame : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// Quasi-velocities η_s = A_si q̇_i + A_s0, s = 1..n, with A invertible, and what belongs to them:
//   q̇_i = B_is η_s + B_i0,   X_s = B_is ∂/∂q_i,   X_0 = ∂/∂t + B_i0 ∂/∂q_i,   [X_r, X_s] = c^m_rs X_m.
// Indices of operators run from 0 (X_0) to n, as in theory.
class Frame {
  public:
    // A is n × n, A0 has n entries; names are those of the quasi-velocities.
    Frame(Chart chart, Matrix A, std::vector<Expr> A0, std::vector<Expr> eta);
    // The same with B = A⁻¹ known.
    Frame(Chart chart, Matrix A, std::vector<Expr> A0, std::vector<Expr> eta, Matrix B);

    const Chart& chart() const { return chart_; }
    std::size_t n() const { return chart_.n(); }
    const Matrix& A() const { return A_; }
    const std::vector<Expr>& A0() const { return A0_; }
    const Matrix& B() const { return B_; }
    const Expr& B(std::size_t i, std::size_t s) const { return s == 0 ? B0_[i] : B_(i, s - 1); }  // s = 0..n
    const std::vector<Expr>& B0() const { return B0_; }
    const std::vector<Expr>& eta() const { return eta_; }

    const VectorField& operator[](std::size_t s) const { return fields_[s]; }  // X_s, s = 0..n
    Form form(std::size_t s) const;  // θ^s = A_si dq_i + A_s0 dt, s = 1..n; θ^0 = dt

    // The components c^1_rs, …, c^n_rs of [X_r, X_s] in the frame, r, s = 0..n; index m − 1 holds c^m.
    const Vector& bracket(std::size_t r, std::size_t s) const;
    Expr c(std::size_t m, std::size_t r, std::size_t s) const { return bracket(r, s)[m - 1]; }

    // q̇_i → B_is η_s + B_i0
    const Substitution& velocities() const { return velocities_; }

  private:
    Chart chart_;
    Matrix A_, B_;
    std::vector<Expr> A0_, B0_, eta_;
    std::vector<VectorField> fields_;
    Substitution velocities_;
    mutable std::map<std::pair<std::size_t, std::size_t>, Vector> brackets_;
};

// A⁻¹ as frames write it. Throws NotAFrame.
Matrix frame_inverse(const Matrix& A);

// The frame of the coordinates themselves: η = q̇.
Frame coordinate_frame(const Chart& chart);

}  // namespace anholon
