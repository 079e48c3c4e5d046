#include "integrate/spectrum.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <limits>

namespace anholon {

namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double relative_zero = 1e-9;

// D⁻¹AD with powers of two in D, so that rows and columns are of one size: units do not decide what counts as zero. Where the
// variables fall into parts of which one does not act back on the other there may be no such D; A is then left as it is.
// What is less than `rounding` says nothing of the size of anything.
void balance(Eigen::MatrixXd& original, double rounding) {
    Eigen::MatrixXd A = original;
    for (int round = 0; round < 20; ++round) {
        bool changed = false;
        for (Eigen::Index i = 0; i < A.rows(); ++i) {
            const double own = std::fabs(A(i, i));
            const double row = A.row(i).cwiseAbs().sum() - own, column = A.col(i).cwiseAbs().sum() - own;
            if (row <= rounding || column <= rounding) continue;
            const int power = (std::ilogb(row) - std::ilogb(column)) / 2;
            if (power == 0) continue;
            A.row(i) *= std::ldexp(1.0, -power);
            A.col(i) *= std::ldexp(1.0, power);
            changed = true;
        }
        if (!changed) {
            original = A;
            return;
        }
    }
}

// A pair counts as equal in its real parts though rounding has made them differ.
bool comes_before(const std::complex<double>& a, const std::complex<double>& b, double radius) {
    if (std::fabs(a.real() - b.real()) > 1e-12 * radius) return a.real() > b.real();
    return a.imag() > b.imag();
}

void sort(std::vector<std::complex<double>>& values, double radius) {
    std::ranges::sort(values, [](const auto& a, const auto& b) { return a.real() > b.real(); });
    for (std::size_t i = 1; i < values.size(); ++i)
        for (std::size_t k = i; k > 0 && comes_before(values[k], values[k - 1], radius); --k)
            std::swap(values[k], values[k - 1]);
}

}  // namespace

// With an orthonormal basis (V₁, V₂), AV₂ = 0: the eigenvalues of A are those of V₁ᵀAV₁ and a zero for each of V₂.
Spectrum spectrum(std::span<const double> entries, std::size_t n) {
    Spectrum out;
    const auto size = static_cast<Eigen::Index>(n);
    Eigen::MatrixXd A = Eigen::Map<const Rows>(entries.data(), size, size);
    const double rounding_of_entries = 1e-12 * A.norm();
    balance(A, rounding_of_entries);
    const double zero = relative_zero * A.norm();
    while (A.rows() > 0) {
        const Eigen::JacobiSVD<Eigen::MatrixXd> svd(A, Eigen::ComputeFullV);
        const Eigen::Index r = (svd.singularValues().array() > zero).count();
        if (out.zeros == 0) out.kernel = n - static_cast<std::size_t>(r);
        if (r == A.rows()) break;
        out.chains.push_back(static_cast<std::size_t>(A.rows() - r));
        out.zeros += out.chains.back();
        const Eigen::MatrixXd V = svd.matrixV().leftCols(r);
        A = Eigen::MatrixXd(V.transpose() * A * V);
        balance(
            A,
            rounding_of_entries);  // so that a pair ±μ that has just left zero is one: μ² is its entry, μ its size
    }
    if (A.rows() > 0) {
        const Eigen::EigenSolver<Eigen::MatrixXd> solver(A, false);
        const double rounding = 16 * std::numeric_limits<double>::epsilon() * A.norm();
        for (const auto& mu : solver.eigenvalues())
            out.values.emplace_back(std::fabs(mu.real()) > rounding ? mu.real() : 0,
                                    std::fabs(mu.imag()) > rounding ? mu.imag() : 0);
    }
    out.values.insert(out.values.end(), out.zeros, 0.0);
    for (const auto& mu : out.values) out.radius = std::max(out.radius, std::abs(mu));
    sort(out.values, out.radius);
    return out;
}

BesideZeros beside_zeros(std::span<const double> entries, std::size_t n,
                         std::span<const std::size_t> chains) {
    const auto size = static_cast<Eigen::Index>(n);
    Eigen::MatrixXd A = Eigen::Map<const Rows>(entries.data(), size, size);
    const double rounding = 1e-12 * A.norm();
    balance(A, rounding);
    for (const std::size_t count : chains) {
        const Eigen::JacobiSVD<Eigen::MatrixXd> svd(A, Eigen::ComputeFullV);
        const Eigen::MatrixXd V = svd.matrixV().leftCols(A.rows() - static_cast<Eigen::Index>(count));
        A = Eigen::MatrixXd(V.transpose() * A * V);
        balance(A, rounding);
    }
    BesideZeros out;
    out.norm = A.norm();
    if (A.rows() == 0 || out.norm == 0) return out;
    out.product = Eigen::MatrixXd(A / out.norm).determinant();
    double radius = 0;
    const Eigen::EigenSolver<Eigen::MatrixXd> solver(A, false);
    for (const auto& mu : solver.eigenvalues()) {
        out.values.push_back(mu);
        radius = std::max(radius, std::abs(mu));
    }
    sort(out.values, radius);
    return out;
}

}  // namespace anholon
