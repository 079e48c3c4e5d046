#pragma once

#include <optional>
#include <span>
#include <vector>

#include "integrate/rate_function.hpp"
#include "motion/formulation.hpp"

namespace anholon {

// A field on coordinates and velocities whose flow takes motions to motions.
struct InfinitesimalSymmetry {
    std::vector<Expr> q, v;  // δq and δq̇, in q and q̇
};

// What symmetries make of some variables of a motion's state: ξ_1(x), …, those that move none of them left out.
class SymmetryAction {
  public:
    SymmetryAction() = default;
    SymmetryAction(const Formulation& formulation, std::vector<std::size_t> variables,
                   const std::vector<InfinitesimalSymmetry>& fields);

    std::size_t size() const { return acting_.size(); }
    const std::vector<std::size_t>& acting() const { return acting_; }   // which of the fields
    const std::vector<Expr>& components() const { return components_; }  // of one field after the other

    // V, variables × fields, by rows.
    std::vector<double> fields_at(std::span<const double> x, std::span<const double> p);
    // c_k ∂ξ_k/∂x, variables × variables, by rows.
    std::vector<double> slopes_at(std::span<const double> x, std::span<const double> p,
                                  std::span<const double> c);

  private:
    std::size_t n_ = 0;
    std::vector<std::size_t> acting_;
    std::vector<Expr> components_;
    std::optional<StateFunctions> functions_;  // the components of each field, then their slopes
};

// δx along an orbit with the tangent vectors V (n × r), split from what is across it. The slice across is chosen among the first
// `coordinates` of the variables wherever the orbit moves these; `scale` is the size of the variables.
class Slice {
  public:
    Slice(std::vector<double> V, std::size_t n, std::size_t r, std::size_t coordinates, double scale);
    const std::vector<double>& conditions() const { return S_; }  // S δx = 0 on the slice, by rows of n
    std::span<const double> condition(std::size_t row) const { return std::span(S_).subspan(row * n_, n_); }
    std::size_t rows() const { return n_ == 0 ? 0 : S_.size() / n_; }  // the dimension of the orbit
    std::vector<double> across(std::vector<double> change) const;  // δx, moved along the orbit into the slice

  private:
    std::vector<double> V_, S_, SV_;
    std::size_t n_, r_;
};

}  // namespace anholon
