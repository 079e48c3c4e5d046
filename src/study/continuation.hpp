#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace anholon {

// F(u) = 0 for u in R^N, whose solutions are curves: DF has the rank N − 1 where they are regular. Rows may depend on each other, as where
// constraints or integrals make some of them follow from the others.
class CurveProblem {
  public:
    virtual ~CurveProblem() = default;

    virtual std::size_t unknowns() const = 0;  // N
    struct Rows {
        std::vector<double> values, slopes;  // F, and DF by rows of N
    };
    // Nothing where F has no value; why() then tells.
    virtual std::optional<Rows> at(std::span<const double> u) = 0;
    virtual std::string why() const { return "the equations have no value"; }
    // Conditions that choose one of many equivalent solutions, such as a phase, refer to u from now on.
    virtual void refer_to(std::span<const double> /*u*/) {}
};

struct CurveOptions {
    std::vector<double> scales;  // of the unknowns: lengths along the curve are measured in them
    double first_step = 0.005, least_step = 1e-9, largest_step = 0.03;
};

struct CurvePoint {
    std::vector<double> u, tangent;  // du/ds for the length s
};

// Pseudo-arclength continuation: a step along the tangent, and Newton's method back to the curve on the plane across the tangent
// (H. B. Keller 1977). Rows that depend on each other are met by least squares.
class SolutionCurve {
  public:
    SolutionCurve(CurveProblem& problem, CurveOptions options);

    CurveProblem& problem() { return problem_; }
    std::size_t unknowns() const { return options_.scales.size(); }
    double product(std::span<const double> a, std::span<const double> b) const;  // in the scales
    double distance(std::span<const double> a, std::span<const double> b) const;
    std::vector<double> scaled_slopes(const CurveProblem::Rows& rows) const;
    double scale(std::size_t k) const { return options_.scales[k]; }

    // The point of the curve on the plane through `u` across `direction`. Nothing where Newton's method does not find it.
    std::optional<CurvePoint> corrected(std::vector<double> u, std::span<const double> direction);
    // From a point to the next; the step is halved where the curve bends or the point is not found, and doubled where it is straight.
    // Nothing where it would be too small; why() then tells.
    std::optional<CurvePoint> next(const CurvePoint& here, double& step);
    double first_step() const { return options_.first_step; }
    // Between two neighbours, at the part of the way from 0 to 1.
    std::optional<CurvePoint> between(const CurvePoint& a, const CurvePoint& b, double part);
    // Whether the way from a to b leads through the point, in the same direction.
    bool passes(const CurvePoint& a, const CurvePoint& b, const CurvePoint& point) const;
    const std::string& why() const { return why_; }

  private:
    std::optional<std::vector<double>> newton(std::vector<double> u, std::span<const double> direction);
    std::optional<std::vector<double>> tangent_at(std::span<const double> u,
                                                  std::span<const double> direction);
    std::vector<double> bordered(const CurveProblem::Rows& rows, std::span<const double> direction) const;

    CurveProblem& problem_;
    CurveOptions options_;
    std::string why_;
    int rounds_ = 0;
};

}  // namespace anholon
