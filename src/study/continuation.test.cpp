#include "study/continuation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "study/branch_point.hpp"

namespace anholon {
namespace {

// F and DF as functions.
class Stated : public CurveProblem {
  public:
    using Function = std::function<Rows(std::span<const double>)>;
    Stated(std::size_t unknowns, Function function) : unknowns_(unknowns), function_(std::move(function)) {}
    std::size_t unknowns() const override { return unknowns_; }
    std::optional<Rows> at(std::span<const double> u) override { return function_(u); }

  private:
    std::size_t unknowns_;
    Function function_;
};

// The curve from u in the direction for so many steps, and what lies on it.
struct Followed {
    std::vector<CurvePoint> points;
    std::vector<CurvePoint> folds;
    std::vector<BranchPoint> branch_points;

    Followed(CurveProblem& problem, std::vector<double> u, std::vector<double> direction, std::size_t steps) {
        SolutionCurve curve(problem, {.scales = std::vector<double>(u.size(), 1.0)});
        const auto first = curve.corrected(std::move(u), direction);
        EXPECT_TRUE(first) << curve.why();
        if (!first) return;
        points.push_back(*first);
        double step = curve.first_step();
        for (std::size_t k = 0; k < steps; ++k) {
            const auto next = curve.next(points.back(), step);
            EXPECT_TRUE(next) << curve.why();
            if (!next) return;
            const std::size_t parameter = direction.size() - 1;
            if (const auto fold = fold_between(curve, points.back(), *next, parameter))
                folds.push_back(*fold);
            if (const auto crossing = branch_point_between(curve, points.back(), *next))
                branch_points.push_back(*crossing);
            points.push_back(*next);
        }
    }
};

// x² + λ² = 1: λ = ±1 are its folds, and every point lies on the circle.
TEST(Continuation, GoesRoundACircle) {
    Stated circle(2, [](auto u) {
        return CurveProblem::Rows{{u[0] * u[0] + u[1] * u[1] - 1}, {2 * u[0], 2 * u[1]}};
    });
    const Followed found(circle, {1, 0.001}, {0, 1}, 220);
    for (const CurvePoint& point : found.points) EXPECT_NEAR(std::hypot(point.u[0], point.u[1]), 1, 1e-14);
    ASSERT_EQ(found.folds.size(), 2u);
    EXPECT_NEAR(found.folds[0].u[1], 1, 1e-14);
    EXPECT_NEAR(found.folds[0].u[0], 0, 1e-12);
    EXPECT_NEAR(found.folds[1].u[1], -1, 1e-14);
    EXPECT_TRUE(found.branch_points.empty());
}

// λ = x − x³/3 turns at x = ∓1, λ = ∓2/3.
TEST(Continuation, FindsTheFoldsOfACubic) {
    Stated cubic(2, [](auto u) {
        return CurveProblem::Rows{{u[1] - u[0] + u[0] * u[0] * u[0] / 3}, {u[0] * u[0] - 1, 1}};
    });
    const Followed found(cubic, {-2, 2.0 / 3}, {1, -1}, 180);
    ASSERT_EQ(found.folds.size(), 2u);
    EXPECT_NEAR(found.folds[0].u[0], -1, 1e-12);
    EXPECT_NEAR(found.folds[0].u[1], -2.0 / 3, 1e-15);
    EXPECT_NEAR(found.folds[1].u[1], 2.0 / 3, 1e-15);
}

// (λ − c) x − x³ = 0 along x = 0, with c = √2 − 1: the other curve is λ = c + x², which is vertical there.
TEST(Continuation, FindsTheOtherBranchOfAPitchfork) {
    const double c = std::sqrt(2.0) - 1;
    Stated pitchfork(2, [c](auto u) {
        return CurveProblem::Rows{{(u[1] - c) * u[0] - u[0] * u[0] * u[0]},
                                  {u[1] - c - 3 * u[0] * u[0], u[0]}};
    });
    const Followed found(pitchfork, {0, -0.5}, {0, 1}, 60);
    ASSERT_EQ(found.branch_points.size(), 1u);
    EXPECT_NEAR(found.branch_points[0].u[1], c, 1e-13);
    const CurvePoint& other = found.branch_points[0].other;
    EXPECT_NEAR(std::fabs(other.tangent[0]), 1, 1e-6);
    EXPECT_NEAR(other.tangent[1], 0, 1e-6);
    SolutionCurve curve(pitchfork, {.scales = {1, 1}});
    double step = 0.01;
    const auto next = curve.next(other, step);
    ASSERT_TRUE(next);
    EXPECT_NEAR(next->u[1], c + next->u[0] * next->u[0], 1e-12);
    EXPECT_GT(std::fabs(next->u[0]), 0.005);
}

// The same along its curved branch, where λ turns and neither curve is straight; y = x² makes a further unknown.
TEST(Continuation, FindsBranchPointsWhereTheCurveIsBent) {
    Stated pitchfork(3, [](auto u) {
        const double x = u[0], y = u[1], s = u[2];
        return CurveProblem::Rows{{(s - y - x) * (y - x * x + x), y - x * x},
                                  {-(y - x * x + x) + (s - y - x) * (1 - 2 * x),
                                   -(y - x * x + x) + (s - y - x), y - x * x + x, -2 * x, 1, 0}};
    });
    const Followed found(pitchfork, {-0.4, 0.16, -0.24}, {1, 0, 0}, 40);
    ASSERT_EQ(found.branch_points.size(), 1u);  // (s − x − x²) x = 0 at x = 0
    for (const double value : found.branch_points[0].u) EXPECT_NEAR(value, 0, 1e-13);
    EXPECT_NEAR(std::fabs(found.branch_points[0].other.tangent[2]), 1, 1e-6);
    ASSERT_EQ(found.folds.size(), 0u);  // s = x + x² turns at x = −1/2 only
}

// Rows that follow from others neither stop it nor look like a branch point.
TEST(Continuation, TakesRowsThatDependOnEachOther) {
    Stated circle(3, [](auto u) {
        const double a = u[0] * u[0] + u[2] * u[2] - 1, b = u[1] - u[0];
        return CurveProblem::Rows{{a, b, a + b, 3 * a * (1 + b)},
                                  {2 * u[0], 0, 2 * u[2], -1, 1, 0, 2 * u[0] - 1, 1, 2 * u[2],
                                   6 * u[0] * (1 + b) - 3 * a, 3 * a, 6 * u[2] * (1 + b)}};
    });
    const Followed found(circle, {1, 1, 0.001}, {0, 0, 1}, 120);
    ASSERT_GE(found.folds.size(), 1u);
    EXPECT_NEAR(found.folds[0].u[2], 1, 1e-14);
    EXPECT_TRUE(found.branch_points.empty());
}

// x² + λ² = 0 has one solution only.
TEST(Continuation, SaysThatItStops) {
    Stated point(2, [](auto u) {
        return CurveProblem::Rows{{u[0] * u[0] + u[1] * u[1] + 1e-3}, {2 * u[0], 2 * u[1]}};
    });
    SolutionCurve curve(point, {.scales = {1, 1}});
    EXPECT_FALSE(curve.corrected({0.1, 0}, std::vector<double>{0, 1}));
    EXPECT_NE(curve.why().find("Newton"), std::string::npos);
}

}  // namespace
}  // namespace anholon
