#include "study/branch_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/bracketed_zero.hpp"
#include "integrate/least_squares.hpp"
#include "study/bordered_rows.hpp"

namespace anholon {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

using Vector = std::vector<double>;

std::optional<CurvePoint> zero_between(SolutionCurve& curve, const CurvePoint& a, const CurvePoint& b,
                                       const std::function<double(const CurvePoint&)>& test) {
    if (!(test(a) * test(b) < 0)) return std::nullopt;
    const auto part = bracketed_zero(
        [&](double r) {
            if (r == 0 || r == 1) return test(r == 0 ? a : b);
            const auto there = curve.between(a, b, r);
            return there ? test(*there) : nan;
        },
        0, 1);
    return part ? curve.between(a, b, *part) : std::nullopt;
}

// Qᵀ F(u) + bψ = 0 and g(u) = 0 for u and b, with the g of  Jᵀw + Φg = 0, ψᵀw = 1  for J = Qᵀ DF: at a branch point wᵀJ = 0, so g and b
// vanish. By Newton's method with ∂g_i = −wᵀ ∂J v_i, where v_i solves  J v_i + ψβ = 0, Φᵀv_i = e_i; the differences of the exact J along v_i
// are only for the step (Griewank and Reddien 1984; Govaerts 2000).
class Refinement {
  public:
    Refinement(SolutionCurve& curve, IndependentRows& rows, Vector u)
        : curve_(curve), rows_(rows), N_(curve.unknowns()), u_(std::move(u)) {}

    bool converges() {
        const auto first = rows_.at(u_);
        if (!first) return false;
        border_ = border_of(first->J, N_);
        constexpr int most_rounds = 12;
        for (int round = 0; round < most_rounds; ++round) {
            const double length = step();
            if (!(length < 0.1)) return false;
            if (length < 1e-11) return std::fabs(b_) < 1e-9;
        }
        return false;
    }

    const Vector& u() const { return u_; }

    // The directions d = αv_1 + βv_2 of both curves: c_11 α² + 2c_12 αβ + c_22 β² = 0 with c_ij = wᵀ D²F v_i v_j.
    std::vector<Vector> directions() const {
        const double c11 = dot(curvatures_[0], v_[0]), c12 = dot(curvatures_[0], v_[1]),
                     c22 = dot(curvatures_[1], v_[1]);
        const double discriminant = c12 * c12 - c11 * c22;
        const double size = std::max({std::fabs(c11), std::fabs(c12), std::fabs(c22)});
        if (!(discriminant > 1e-10 * size * size)) return {};
        const double root = std::sqrt(discriminant), sum = -(c12 + std::copysign(root, c12));
        std::vector<Vector> out;
        // α/β = sum/c11 and c22/sum.
        for (const auto& [alpha, beta] : {std::pair{sum, c11}, std::pair{c22, sum}}) {
            Vector d(N_);
            for (std::size_t k = 0; k < N_; ++k) d[k] = alpha * v_[0][k] + beta * v_[1][k];
            const double length = std::sqrt(dot(d, d));
            if (!(length > 0)) return {};
            for (std::size_t k = 0; k < N_; ++k) d[k] *= curve_.scale(k) / length;
            out.push_back(std::move(d));
        }
        return out;
    }

  private:
    // Returns its length.
    double step() {
        const auto here = rows_.at(u_);
        if (!here) return nan;
        const Bordered solved = bordered(here->J, N_, border_);
        const std::size_t n = N_ + 1;
        Vector B = matrix_of(here->J, N_, border_), right;
        for (std::size_t i = 0; i < 2; ++i) {
            v_[i] = solved.v[i];
            curvatures_[i] = rows_.curvature(u_, solved.w, v_[i]);
            if (curvatures_[i].empty()) return nan;
            for (std::size_t k = 0; k < N_; ++k) B[(N_ - 1 + i) * n + k] = -curvatures_[i][k];
        }
        right.assign(n, 0.0);
        for (std::size_t i = 0; i + 1 < N_; ++i) right[i] = here->F[i] + b_ * border_.psi[i];
        for (std::size_t i = 0; i < 2; ++i) right[N_ - 1 + i] = solved.g[i];
        const Vector change = least_squares(B, n, n, right);
        for (std::size_t k = 0; k < N_; ++k) u_[k] -= curve_.scale(k) * change[k];
        b_ -= change[N_];
        return std::sqrt(dot(change, change));
    }

    SolutionCurve& curve_;
    IndependentRows& rows_;
    std::size_t N_;
    Vector u_;
    Border border_;
    std::array<Vector, 2> v_, curvatures_;
    double b_ = 0;
};

}  // namespace

std::optional<CurvePoint> fold_between(SolutionCurve& curve, const CurvePoint& a, const CurvePoint& b,
                                       std::size_t unknown) {
    // Where the unknown is constant along the curve, only rounding changes the sign.
    const auto part = [&](const CurvePoint& point) { return point.tangent[unknown] / curve.scale(unknown); };
    if (std::max(std::fabs(part(a)), std::fabs(part(b))) < 1e-6) return std::nullopt;
    return zero_between(curve, a, b, part);
}

std::optional<CurvePoint> value_between(SolutionCurve& curve, const CurvePoint& a, const CurvePoint& b,
                                        std::size_t unknown, double value) {
    return zero_between(curve, a, b, [&](const CurvePoint& point) { return point.u[unknown] - value; });
}

std::optional<BranchPoint> branch_point_between(SolutionCurve& curve, const CurvePoint& a,
                                                const CurvePoint& b) {
    IndependentRows rows(curve, a.u);
    if (!rows.are_complete()) return std::nullopt;
    const double before = rows.determinant_at(a), after = rows.determinant_at(b);
    if (!(before * after < 0)) return std::nullopt;
    // By the straight line between the determinants: where they vanish Newton's method along the curve would fail.
    const auto near = curve.between(a, b, before / (before - after));
    Refinement refinement(curve, rows, near ? near->u : a.u);
    if (!refinement.converges()) return std::nullopt;
    const std::vector<Vector> directions = refinement.directions();
    if (directions.empty()) return std::nullopt;
    const auto along = [&](const Vector& d) { return std::fabs(curve.product(d, a.tangent)); };
    const bool first_is_known = along(directions[0]) > along(directions[1]);
    return BranchPoint{refinement.u(), {refinement.u(), directions[first_is_known ? 1 : 0]}};
}

}  // namespace anholon
