#pragma once

#include <limits>
#include <memory>

#include "study/curve_of_bifurcations.hpp"

namespace anholon {

// F(u, b) = 0 and the condition of a bifurcation; the unknowns are those of the branch and b, and what the condition needs.
class BifurcationProblem : public CurveProblem {
  public:
    BifurcationProblem(BranchProblem& base, const SpecialPoint& from, const SecondValue& second);

    std::size_t unknowns() const override { return N_ + 1; }
    std::string why() const override { return base_.why(); }
    std::size_t second_place() const { return N_; }
    std::size_t first_place() const { return base_.value_place(); }
    Bifurcation kind() const { return kind_; }
    virtual std::vector<double> scales() const;
    virtual std::vector<double> beginning(const SpecialPoint& from) const;

    void refer_to(std::span<const double> v) override;
    std::optional<LinearGrowth> growth(std::span<const double> v);
    // The trace of the pair along the curve: s₁s₂ of a flow, μ₁ + μ₂ of a map. That of none where there is no pair.
    double trace(const LinearGrowth& g) const;
    double frequency(std::span<const double> v);
    // Without the exponents that the condition is about.
    LinearGrowth rest(const LinearGrowth& g) const;
    // det A, or det(M − 1), in units that do not change along the curve.
    double through_zero(const LinearGrowth& g) const;
    // Of a fold: how fast τ_a changes along the branch, which vanishes at a cusp.
    virtual double bend(std::span<const double>) { return std::numeric_limits<double>::quiet_NaN(); }
    virtual std::string ended_at(std::span<const double> v);

  protected:
    void set(std::span<const double> v) { base_.set_parameter(second_.parameter, v[N_]); }
    // F and its slopes by u and b.
    std::optional<Rows> with_second(std::span<const double> v);

    BranchProblem& base_;
    Bifurcation kind_;
    SecondValue second_;
    std::size_t N_;
    std::vector<double> base_scales_;
    double trace_, frequency_;  // at the point that is referred to

  private:
    double distance(const LinearGrowth& g, std::size_t k) const;
    std::vector<std::size_t> by_distance(const LinearGrowth& g) const;
    void count_critical(const LinearGrowth& g);
    double nearest_frequency(const LinearGrowth& g) const;

    double size_ = 1;           // of the exponents where the curve begins
    std::size_t critical_ = 0;  // exponents that the condition is about
};

// With the condition of this bifurcation. Nothing where it has none; `why` then tells.
std::unique_ptr<BifurcationProblem> bifurcation_problem(BranchProblem& base, const SpecialPoint& from,
                                                        const SecondValue& second, std::string& why);

}  // namespace anholon
