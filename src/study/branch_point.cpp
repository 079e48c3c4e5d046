#include "study/branch_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/bracketed_zero.hpp"
#include "integrate/determinant.hpp"
#include "integrate/least_squares.hpp"

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

double dot(std::span<const double> a, std::span<const double> b) {
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
    return sum;
}

// Rows that depend on each other are replaced by as many combinations as are independent at a regular point: Qᵀ F.
class IndependentRows {
  public:
    IndependentRows(SolutionCurve& curve, std::span<const double> regular)
        : curve_(curve), N_(curve.unknowns()) {
        const auto rows = curve.problem().at(regular);
        if (rows) Q_ = column_space(curve.scaled_slopes(*rows), rows->values.size(), N_, {1e-8});
    }

    bool are_complete() const { return Q_.size() + 1 == N_; }
    std::size_t count() const { return Q_.size(); }

    struct Values {
        Vector F, J;  // Qᵀ F and, by rows of N, Qᵀ DF in the scales
    };
    std::optional<Values> at(std::span<const double> u) {
        const auto rows = curve_.problem().at(u);
        if (!rows) return std::nullopt;
        const Vector slopes = curve_.scaled_slopes(*rows);
        Values out{Vector(count(), 0.0), Vector(count() * N_, 0.0)};
        for (std::size_t i = 0; i < count(); ++i)
            for (std::size_t r = 0; r < rows->values.size(); ++r) {
                out.F[i] += Q_[i][r] * rows->values[r];
                for (std::size_t k = 0; k < N_; ++k) out.J[i * N_ + k] += Q_[i][r] * slopes[r * N_ + k];
            }
        return out;
    }

    // det (Qᵀ DF; tangent) changes its sign where the curve passes a simple branch point.
    double determinant_at(const CurvePoint& point) {
        auto values = at(point.u);
        if (!values) return nan;
        for (std::size_t k = 0; k < N_; ++k) values->J.push_back(point.tangent[k] / curve_.scale(k));
        return determinant(values->J, N_);
    }

  private:
    SolutionCurve& curve_;
    std::size_t N_;
    std::vector<Vector> Q_;
};

// The `count` orthonormal vectors that a matrix makes smallest: with a tolerance beyond the largest singular value all vectors are in the
// kernel, the smallest last.
std::vector<Vector> least_directions(const Vector& A, std::size_t m, std::size_t n, std::size_t count) {
    std::vector<Vector> basis = kernel(A, m, n, {2});
    basis.erase(basis.begin(), basis.end() - static_cast<long>(count));
    return basis;
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
        Phi_ = least_directions(first->J, N_ - 1, N_, 2);
        Vector transposed(first->J.size());
        for (std::size_t i = 0; i + 1 < N_; ++i)
            for (std::size_t k = 0; k < N_; ++k) transposed[k * (N_ - 1) + i] = first->J[i * N_ + k];
        psi_ = least_directions(transposed, N_, N_ - 1, 1)[0];
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
        const std::size_t n = N_ + 1;
        Vector B(n * n, 0.0), transposed(n * n, 0.0);  // (J ψ; Φᵀ 0)
        for (std::size_t i = 0; i + 1 < N_; ++i) {
            for (std::size_t k = 0; k < N_; ++k) B[i * n + k] = here->J[i * N_ + k];
            B[i * n + N_] = psi_[i];
        }
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t k = 0; k < N_; ++k) B[(N_ - 1 + i) * n + k] = Phi_[i][k];
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t k = 0; k < n; ++k) transposed[k * n + i] = B[i * n + k];
        Vector right(n, 0.0);
        right[N_] = 1;
        const Vector w_g = least_squares(transposed, n, n, right);
        const std::span<const double> w = std::span(w_g).first(N_ - 1);
        for (std::size_t i = 0; i < 2; ++i) {
            right.assign(n, 0.0);
            right[N_ - 1 + i] = 1;
            v_[i] = least_squares(B, n, n, right);
            v_[i].pop_back();
            curvatures_[i] = curvature(w, v_[i]);
            if (curvatures_[i].empty()) return nan;
            for (std::size_t k = 0; k < N_; ++k) B[(N_ - 1 + i) * n + k] = -curvatures_[i][k];
        }
        right.assign(n, 0.0);
        for (std::size_t i = 0; i + 1 < N_; ++i) right[i] = here->F[i] + b_ * psi_[i];
        for (std::size_t i = 0; i < 2; ++i) right[N_ - 1 + i] = w_g[N_ - 1 + i];
        const Vector change = least_squares(B, n, n, right);
        for (std::size_t k = 0; k < N_; ++k) u_[k] -= curve_.scale(k) * change[k];
        b_ -= change[N_];
        return std::sqrt(dot(change, change));
    }

    // wᵀ D²F v, in the scales.
    Vector curvature(std::span<const double> w, const Vector& v) {
        const double h = 1e-4 / std::sqrt(dot(v, v));
        Vector out(N_, 0.0);
        for (const double side : {h, -h}) {
            Vector there = u_;
            for (std::size_t k = 0; k < N_; ++k) there[k] += side * curve_.scale(k) * v[k];
            const auto values = rows_.at(there);
            if (!values) return {};
            for (std::size_t i = 0; i + 1 < N_; ++i)
                for (std::size_t k = 0; k < N_; ++k) out[k] += w[i] * values->J[i * N_ + k] / (2 * side);
        }
        return out;
    }

    SolutionCurve& curve_;
    IndependentRows& rows_;
    std::size_t N_;
    Vector u_, psi_;
    std::vector<Vector> Phi_;
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
