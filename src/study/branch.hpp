#pragma once

#include <array>

#include "study/bifurcation.hpp"
#include "study/branch_point.hpp"

namespace anholon {

// A curve of equilibria, steady motions or orbits over a value: of a parameter, an integral or the period.
struct OrbitExtent;
class BranchProblem : public CurveProblem {
  public:
    virtual std::size_t value_place() const = 0;  // of the value among the unknowns
    virtual std::vector<double> scales(std::span<const double> u) const = 0;
    // Nothing where the linear equations have no value.
    virtual std::optional<LinearGrowth> growth(std::span<const double> u) = 0;
    // Whether it ends at a point of the curve that is to be located.
    enum class End { about, located };
    virtual End end() const { return End::about; }
    // How far the variables go during a period; empty for what stands still.
    virtual OrbitExtent extent(std::span<const double> u);
    // Another parameter, by its place among those of the equations: all that follows is for this value.
    virtual void set_parameter(std::size_t place, double value) = 0;
    // Why a curve is not followed beyond u; empty where it is.
    virtual std::string ended_at(std::span<const double> /*u*/) { return ""; }
};

struct BranchOptions {
    double from = 0, to = 0;  // of the value
    std::size_t most_points = 2000;
    double largest_step = 0.02;  // in the scales of the problem
    // A point at which branches meet begins another one: what is found there is known.
    enum class From { point, meeting } begins = From::point;
    enum class Ways { both, ahead } ways = Ways::both;
};

// Of the variables of an orbit.
struct OrbitExtent {
    std::vector<double> largest, smallest;
};

struct PointOfBranch {
    std::vector<double> u;
    double arc = 0;  // the length from where the branch begins
    std::optional<LinearGrowth> growth = std::nullopt;
    OrbitExtent extent = {};  // empty for what stands still
};

struct SpecialPoint {
    Bifurcation kind;
    std::vector<double> u;
    double arc = 0;
    double frequency = 0;                            // of a pair
    std::size_t before = 0, after = 0;               // unstable exponents at smaller and at larger arcs
    std::optional<CurvePoint> other = std::nullopt;  // of a branch point: on the other curve
};

struct BranchEnd {
    enum class Why { bound, closed, count, stuck, ended, meeting } why = Why::stuck;
    std::string reason = {};
};

struct Branch {
    std::vector<PointOfBranch> points;  // by ascending arc
    std::vector<SpecialPoint> special;  // by ascending arc
    std::array<BranchEnd, 2> ends;      // at the smallest arc and at the largest
};

// From a point near the curve in both directions along `direction`, as long as the value is inside. Nothing where there is no curve; `why` then
// tells.
std::optional<Branch> follow_branch(BranchProblem& problem, const CurvePoint& near,
                                    const BranchOptions& options, std::string& why);

}  // namespace anholon
