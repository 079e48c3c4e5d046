#pragma once

#include "study/branch.hpp"

namespace anholon {

// A parameter that changes along with the value of a branch.
struct SecondValue {
    std::size_t parameter = 0;  // its place among those of the equations
    double value = 0;           // where the bifurcation was found
    double from = 0, to = 0;
};

struct PointOfCurve {
    std::vector<double> u;  // of the branch
    double second = 0;
    double arc = 0;        // the length from where the curve begins
    double frequency = 0;  // of a pair
};

// A point of a curve at which a second condition is met.
struct CodimensionTwo {
    std::string name;
    PointOfCurve at;
};

// Bifurcations of one kind in two values.
struct BifurcationCurve {
    Bifurcation kind = Bifurcation::fold;
    std::vector<PointOfCurve> points;     // by ascending arc
    std::vector<CodimensionTwo> special;  // by ascending arc
    std::array<BranchEnd, 2> ends;
};

// From a bifurcation of a branch in both directions, as long as both values are inside: F(u, b) = 0 together with
//     τ_a = 0                        of a fold, for the tangent τ of the branch with the same b
//     Re(s₁ + s₂) = 0                of a pair of exponents
//     det = 0                        of an eigenvalue 0 or a multiplier −1
//     wᵀDF = 0, and F + βψ for F     of a branch point (Griewank and Reddien 1984): where β ≠ 0 the branches have separated.
// The slopes of these conditions are differences along the kernel of DF; what is found does not depend on their errors.
// Nothing where there is no curve; `why` then tells.
std::optional<BifurcationCurve> follow_bifurcation(BranchProblem& problem, const SpecialPoint& from,
                                                   const SecondValue& second, const BranchOptions& options,
                                                   std::string& why);

// Whether the curve passes a point, up to the distance of neighbouring points.
bool passes(const BifurcationCurve& curve, const SpecialPoint& point, double second,
            std::span<const double> scales);

}  // namespace anholon
