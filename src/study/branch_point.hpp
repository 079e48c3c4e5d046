#pragma once

#include <array>

#include "study/continuation.hpp"

namespace anholon {

// Where an unknown is extreme along a curve between two neighbouring points. Nothing where its part of the tangents has the same sign.
std::optional<CurvePoint> fold_between(SolutionCurve& curve, const CurvePoint& a, const CurvePoint& b,
                                       std::size_t unknown);
// Where an unknown has a value along a curve between two neighbouring points.
std::optional<CurvePoint> value_between(SolutionCurve& curve, const CurvePoint& a, const CurvePoint& b,
                                        std::size_t unknown, double value);

// Where two curves of solutions cross: DF has the rank N − 2 only.
struct BranchPoint {
    std::vector<double> u;
    CurvePoint other;  // the point with the tangent of the curve that was not followed
};
// A branch point that the curve passes between two neighbouring points.
std::optional<BranchPoint> branch_point_between(SolutionCurve& curve, const CurvePoint& a,
                                                const CurvePoint& b);

}  // namespace anholon
