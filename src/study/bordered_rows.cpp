#include "study/bordered_rows.hpp"

#include <cmath>
#include <limits>

#include "integrate/determinant.hpp"
#include "integrate/least_squares.hpp"

namespace anholon {

namespace {

using Vector = std::vector<double>;

}  // namespace

double dot(std::span<const double> a, std::span<const double> b) {
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
    return sum;
}

IndependentRows::IndependentRows(SolutionCurve& curve, std::span<const double> regular)
    : curve_(curve), N_(curve.unknowns()) {
    const auto rows = curve.problem().at(regular);
    if (rows) Q_ = column_space(curve.scaled_slopes(*rows), rows->values.size(), N_, {1e-8});
}

std::optional<IndependentRows::Values> IndependentRows::at(std::span<const double> u) {
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

// The columns of DF there, and what is nearest to the direction in which they were complete before.
void IndependentRows::turn_to(std::span<const double> branch_point) {
    const auto rows = curve_.problem().at(branch_point);
    if (!rows || !are_complete()) return;
    const std::size_t m = rows->values.size();
    std::vector<Vector> basis = column_space(curve_.scaled_slopes(*rows), m, N_, {0});
    if (basis.size() + 2 < N_) return;
    basis.resize(N_ - 2);
    Vector best;
    double longest = 0;
    for (const Vector& q : Q_) {
        Vector across = q;
        for (const Vector& e : basis) {
            const double part = dot(across, e);
            for (std::size_t r = 0; r < m; ++r) across[r] -= part * e[r];
        }
        const double length = std::sqrt(dot(across, across));
        if (length <= longest) continue;
        longest = length;
        for (double& part : across) part /= length;
        best = std::move(across);
    }
    if (!(longest > 1e-3)) return;
    basis.push_back(std::move(best));
    Q_ = std::move(basis);
}

double IndependentRows::determinant_at(const CurvePoint& point) {
    auto values = at(point.u);
    if (!values) return std::numeric_limits<double>::quiet_NaN();
    for (std::size_t k = 0; k < N_; ++k) values->J.push_back(point.tangent[k] / curve_.scale(k));
    return determinant(values->J, N_);
}

Vector IndependentRows::curvature(const Vector& u, std::span<const double> w, const Vector& v) {
    const double h = 1e-4 / std::sqrt(dot(v, v));
    Vector out(N_, 0.0);
    for (const double side : {h, -h}) {
        Vector there = u;
        for (std::size_t k = 0; k < N_; ++k) there[k] += side * curve_.scale(k) * v[k];
        const auto values = at(there);
        if (!values) return {};
        for (std::size_t i = 0; i + 1 < N_; ++i)
            for (std::size_t k = 0; k < N_; ++k) out[k] += w[i] * values->J[i * N_ + k] / (2 * side);
    }
    return out;
}

// With a tolerance beyond the largest singular value all vectors are in the kernel.
std::vector<Vector> least_directions(const Vector& A, std::size_t m, std::size_t n, std::size_t count) {
    std::vector<Vector> basis = kernel(A, m, n, {2});
    basis.erase(basis.begin(), basis.end() - static_cast<long>(count));
    return basis;
}

Border border_of(const Vector& J, std::size_t N) {
    Vector transposed(J.size());
    for (std::size_t i = 0; i + 1 < N; ++i)
        for (std::size_t k = 0; k < N; ++k) transposed[k * (N - 1) + i] = J[i * N + k];
    return {least_directions(transposed, N, N - 1, 1)[0], least_directions(J, N - 1, N, 2)};
}

Vector matrix_of(const Vector& J, std::size_t N, const Border& border) {
    const std::size_t n = N + 1;
    Vector B(n * n, 0.0);
    for (std::size_t i = 0; i + 1 < N; ++i) {
        for (std::size_t k = 0; k < N; ++k) B[i * n + k] = J[i * N + k];
        B[i * n + N] = border.psi[i];
    }
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t k = 0; k < N; ++k) B[(N - 1 + i) * n + k] = border.Phi[i][k];
    return B;
}

Bordered bordered(const Vector& J, std::size_t N, const Border& border) {
    const std::size_t n = N + 1;
    const Vector B = matrix_of(J, N, border);
    Vector transposed(n * n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < n; ++k) transposed[k * n + i] = B[i * n + k];
    Vector right(n, 0.0);
    right[N] = 1;
    const Vector w_g = least_squares(transposed, n, n, right);
    Bordered out{{w_g.begin(), w_g.end() - 2}, {w_g[N - 1], w_g[N]}, {}};
    for (std::size_t i = 0; i < 2; ++i) {
        right.assign(n, 0.0);
        right[N - 1 + i] = 1;
        out.v[i] = least_squares(B, n, n, right);
        out.v[i].pop_back();
    }
    return out;
}

}  // namespace anholon
