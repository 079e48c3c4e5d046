#pragma once

#include <array>

#include "study/continuation.hpp"

namespace anholon {

// Rows that depend on each other are replaced by as many combinations as are independent at a regular point: Qᵀ F.
class IndependentRows {
  public:
    IndependentRows(SolutionCurve& curve, std::span<const double> regular);

    bool are_complete() const { return Q_.size() + 1 == N_; }
    std::size_t count() const { return Q_.size(); }
    const std::vector<std::vector<double>>& combinations() const { return Q_; }

    struct Values {
        std::vector<double> F, J;  // Qᵀ F and, by rows of N, Qᵀ DF in the scales
    };
    std::optional<Values> at(std::span<const double> u);
    // At a branch point, where the rank is N − 2: the combinations follow the rows, which turn along a curve of such points.
    void turn_to(std::span<const double> branch_point);
    // det (Qᵀ DF; tangent) changes its sign where the curve passes a simple branch point.
    double determinant_at(const CurvePoint& point);
    // wᵀ Qᵀ D²F v in the scales, by differences of the exact slopes. Empty where they have no value.
    std::vector<double> curvature(const std::vector<double>& u, std::span<const double> w,
                                  const std::vector<double>& v);

  private:
    SolutionCurve& curve_;
    std::size_t N_;
    std::vector<std::vector<double>> Q_;
};

// The `count` orthonormal vectors that an m × n matrix makes smallest, the smallest last.
std::vector<std::vector<double>> least_directions(const std::vector<double>& A, std::size_t m, std::size_t n,
                                                  std::size_t count);

// What makes (J ψ; Φᵀ 0) regular near a point where J, of N − 1 rows and N columns, has the rank N − 2 only.
struct Border {
    std::vector<double> psi;
    std::vector<std::vector<double>> Phi;  // two
};
Border border_of(const std::vector<double>& J, std::size_t N);
std::vector<double> matrix_of(const std::vector<double>& J, std::size_t N, const Border& border);

// Jᵀw + Φg = 0, ψᵀw = 1: where J loses its rank, wᵀJ = 0 and g vanishes. J v_i + ψβ = 0, Φᵀv_i = e_i.
struct Bordered {
    std::vector<double> w;
    std::array<double, 2> g;
    std::array<std::vector<double>, 2> v;
};
Bordered bordered(const std::vector<double>& J, std::size_t N, const Border& border);

double dot(std::span<const double> a, std::span<const double> b);

}  // namespace anholon
