#include "study/continuation.hpp"

#include <algorithm>
#include <cmath>

#include "base/deadline.hpp"
#include "base/finite.hpp"
#include "base/text.hpp"
#include "integrate/least_squares.hpp"

namespace anholon {

namespace {

constexpr int most_rounds = 10, few_rounds = 4;
constexpr double converged = 1e-9;  // of a step of Newton's method, the last of which leaves its square
constexpr double met = 1e-8;        // what no step removes of F, relative to its slopes
constexpr double least_cosine = 0.96, straight = 0.998;  // of the angle between neighbouring tangents
constexpr double far_off = 0.3;                          // a point so far from the predicted one, in steps
constexpr RankTolerance nearly_singular{1e-13};

}  // namespace

SolutionCurve::SolutionCurve(CurveProblem& problem, CurveOptions options)
    : problem_(problem), options_(std::move(options)) {}

double SolutionCurve::product(std::span<const double> a, std::span<const double> b) const {
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] / scale(k) * (b[k] / scale(k));
    return sum;
}

double SolutionCurve::distance(std::span<const double> a, std::span<const double> b) const {
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += std::pow((a[k] - b[k]) / scale(k), 2);
    return std::sqrt(sum);
}

std::vector<double> SolutionCurve::scaled_slopes(const CurveProblem::Rows& rows) const {
    std::vector<double> out = rows.slopes;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] *= scale(i % unknowns());
    return out;
}

// (DF; direction), in the scales.
std::vector<double> SolutionCurve::bordered(const CurveProblem::Rows& rows,
                                            std::span<const double> direction) const {
    std::vector<double> out = scaled_slopes(rows);
    for (std::size_t k = 0; k < unknowns(); ++k) out.push_back(direction[k] / scale(k));
    return out;
}

std::optional<std::vector<double>> SolutionCurve::newton(std::vector<double> u,
                                                         std::span<const double> direction) {
    const std::size_t N = unknowns();
    double before = 0;
    for (rounds_ = 1; rounds_ <= most_rounds; ++rounds_) {
        Deadline::check();
        const auto rows = problem_.at(u);
        if (!rows || !are_finite(rows->values) || !are_finite(rows->slopes)) {
            why_ = problem_.why();
            return std::nullopt;
        }
        const std::size_t m = rows->values.size();
        const std::vector<double> A = bordered(*rows, direction);
        std::vector<double> right = rows->values;
        right.push_back(0);
        const std::vector<double> step = least_squares(A, m + 1, N, right, nearly_singular);
        double length = 0;
        for (std::size_t k = 0; k < N; ++k) {
            u[k] -= scale(k) * step[k];
            length = std::hypot(length, step[k]);
        }
        why_ = "Newton's method does not converge";
        if (rounds_ > 2 && length > before && length > converged) return std::nullopt;
        before = length;
        if (length > converged) continue;
        for (std::size_t i = 0; i < m; ++i) {
            double left = rows->values[i], size = 1;
            for (std::size_t k = 0; k < N; ++k) {
                left -= A[i * N + k] * step[k];
                size = std::max(size, std::fabs(A[i * N + k]));
            }
            why_ = "the equations contradict each other: " + decimal(std::fabs(left), 3) + " remains of them";
            if (std::fabs(left) > met * size) return std::nullopt;
        }
        return u;
    }
    return std::nullopt;
}

std::optional<std::vector<double>> SolutionCurve::tangent_at(std::span<const double> u,
                                                             std::span<const double> direction) {
    const auto rows = problem_.at(u);
    if (!rows || !are_finite(rows->slopes)) {
        why_ = problem_.why();
        return std::nullopt;
    }
    std::vector<double> right(rows->values.size() + 1, 0.0);
    right.back() = 1;
    std::vector<double> tangent =
        least_squares(bordered(*rows, direction), right.size(), unknowns(), right, nearly_singular);
    double length = 0;
    for (const double part : tangent) length = std::hypot(length, part);
    why_ = "the curve has no tangent";
    if (!(length > 0)) return std::nullopt;
    for (std::size_t k = 0; k < tangent.size(); ++k) tangent[k] *= scale(k) / length;
    return tangent;
}

std::optional<CurvePoint> SolutionCurve::corrected(std::vector<double> u, std::span<const double> direction) {
    auto there = newton(std::move(u), direction);
    if (!there) return std::nullopt;
    auto tangent = tangent_at(*there, direction);
    if (!tangent) return std::nullopt;
    return CurvePoint{std::move(*there), std::move(*tangent)};
}

std::optional<CurvePoint> SolutionCurve::next(const CurvePoint& here, double& step) {
    for (; step >= options_.least_step; step /= 2) {
        std::vector<double> predicted = here.u;
        for (std::size_t k = 0; k < predicted.size(); ++k) predicted[k] += step * here.tangent[k];
        auto there = corrected(predicted, here.tangent);
        if (!there) continue;
        const double cosine = product(here.tangent, there->tangent);
        why_ = "the curve bends too sharply";
        if (cosine < least_cosine || distance(predicted, there->u) > far_off * step) continue;
        if (cosine > straight && rounds_ <= few_rounds) step = std::min(2 * step, options_.largest_step);
        return there;
    }
    return std::nullopt;
}

// From the cubic with the points and tangents of both ends.
std::optional<CurvePoint> SolutionCurve::between(const CurvePoint& a, const CurvePoint& b, double part) {
    const double h = distance(a.u, b.u), r = part;
    std::vector<double> u(unknowns()), direction(unknowns());
    for (std::size_t k = 0; k < u.size(); ++k) {
        u[k] = (1 + 2 * r) * (1 - r) * (1 - r) * a.u[k] + r * r * (3 - 2 * r) * b.u[k] +
               h * r * (1 - r) * ((1 - r) * a.tangent[k] - r * b.tangent[k]);
        direction[k] = (1 - r) * a.tangent[k] + r * b.tangent[k];
    }
    return corrected(std::move(u), direction);
}

bool SolutionCurve::passes(const CurvePoint& a, const CurvePoint& b, const CurvePoint& point) const {
    const double h = distance(a.u, b.u);
    std::vector<double> to(point.u), from(point.u);
    for (std::size_t k = 0; k < to.size(); ++k) {
        to[k] -= a.u[k];
        from[k] -= b.u[k];
    }
    const double along = product(to, a.tangent);
    if (!(along >= 0 && product(from, b.tangent) <= 0 && along <= 1.5 * h)) return false;
    const double across = std::sqrt(std::max(0.0, product(to, to) - along * along));
    return across < 0.3 * h && product(a.tangent, point.tangent) > 0.9;
}

}  // namespace anholon
