#pragma once

#include <map>
#include <set>
#include <span>
#include <vector>

#include "expr/complexity.hpp"
#include "expr/modular.hpp"

namespace anholon {

constexpr double kWantedBound = 1e-15;  // on the chance that a claim by random points is wrong

// The chance that something of this complexity vanishes at so many random points without being zero.
double chance_of_error(const Complexity& K, std::size_t points);

// What random points have shown of some elementary expressions, beside their values: how many points were good, on which branches of
// |u| they lay, and which roots do not depend on each other. The more is shown, the fewer points decide.
class PointEvidence {
  public:
    // `unknowns` are symbols without their right values at points that are dropped: roots of what holds them show nothing there.
    PointEvidence(const Walk& walk, const Complexity& K, std::span<const Expr> unknowns = {});

    // A point at which all nodes of the walk have been evaluated.
    void add(const ModularPoints& points, std::size_t lane);
    // Where nothing has branches, a good point need not be evaluated to count.
    bool has_branches() const { return K_.branches() > 0; }
    void add_good();

    std::size_t good() const { return good_; }
    bool degree_is_too_high() const;  // for any number of points
    double error_bound() const;

  private:
    std::vector<bool> signs(const ModularPoints& points, std::size_t lane) const;

    const Walk& walk_;
    const Complexity& K_;
    std::set<NodeId> silent_;  // bases that hold unknowns
    std::size_t good_ = 0;
    std::map<std::vector<bool>, std::size_t> on_branch_;  // how many good points
    // What was no square at a point where all roots before it existed: no product of it with these is a square, so that its root is
    // independent of theirs. If all are, what vanishes at a point has a norm over the rational functions that does.
    std::set<NodeId> no_squares_;
};

}  // namespace anholon
