#include "motion/pivots.hpp"

#include <algorithm>
#include <cmath>

#include "expr/derivative.hpp"

namespace anholon {

namespace {

std::vector<Expr> entries(const System& system) {
    const ConstraintRows rows = constraint_rows(system);
    const std::vector<Expr> v = system.velocities();
    std::vector<Expr> all(rows.a.entries().begin(), rows.a.entries().end());
    for (const QuasiVelocity& eta : system.quasi)
        for (const Expr& slope : gradient(eta.definition, v)) all.push_back(slope);
    return all;
}

struct Elimination {
    double determinant = 1;  // with its sign; of the rows up to the last that was found independent
    std::vector<std::size_t> columns;
    std::size_t last_row = 0;  // the one with the smallest pivot
};

// The m × m matrix that full pivoting finds among the given columns of an m × n matrix.
Elimination eliminated(std::vector<double> a, std::size_t m, std::size_t n,
                       std::vector<std::size_t> columns) {
    Elimination result;
    std::vector<std::size_t> rows(m);
    for (std::size_t k = 0; k < m; ++k) rows[k] = k;
    for (std::size_t k = 0; k < m; ++k) {
        std::size_t row = k, at = 0;
        double largest = -1;
        for (std::size_t i = k; i < m; ++i)
            for (std::size_t c = 0; c < columns.size(); ++c)
                if (std::fabs(a[i * n + columns[c]]) > largest) {
                    largest = std::fabs(a[i * n + columns[c]]);
                    row = i;
                    at = c;
                }
        const std::size_t column = columns[at];
        result.last_row = rows[row];
        result.determinant *= a[row * n + column];
        if (!(largest > 0)) {
            result.determinant = 0;
            return result;
        }
        if (row != k) result.determinant = -result.determinant;
        if (at % 2 != 0) result.determinant = -result.determinant;
        columns.erase(columns.begin() + static_cast<long>(at));
        result.columns.push_back(column);
        std::swap(rows[k], rows[row]);
        for (std::size_t j = 0; j < n; ++j) std::swap(a[k * n + j], a[row * n + j]);
        for (std::size_t i = k + 1; i < m; ++i) {
            const double factor = a[i * n + column] / a[k * n + column];
            for (std::size_t j = 0; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
        }
    }
    return result;
}

std::vector<std::size_t> others(std::size_t n, std::span<const std::size_t> places) {
    std::vector<std::size_t> rest;
    for (std::size_t j = 0; j < n; ++j)
        if (std::ranges::find(places, j) == places.end()) rest.push_back(j);
    return rest;
}

int sign(double x) { return (x > 0) - (x < 0); }

}  // namespace

Pivots::Pivots(const System& system, const RateEquations& equations, MakeEvaluator make)
    : m_(constraint_rows(system).names.size()),
      n_(system.velocities().size()),
      names_(constraint_rows(system).names),
      rows_(equations, entries(system), make),
      momenta_(equations, gradient(system.L, system.velocities()), interpreted),
      a_((m_ + system.quasi.size()) * n_),
      scales_(n_, 1.0) {
    const auto first = std::ranges::find(equations.state, system.velocities()[0]);
    assert(first != equations.state.end());
    first_velocity_ = static_cast<std::size_t>(first - equations.state.begin());
}

// M by its columns: the momenta of unit velocities.
std::vector<double> Pivots::mass_matrix(double t, std::span<const double> y, std::span<const double> p) {
    std::vector<double> state(y.begin(), y.end()), at_rest(n_), moving(n_), M(n_ * n_);
    std::fill_n(state.begin() + static_cast<long>(first_velocity_), n_, 0.0);
    momenta_(t, state, p, {}, at_rest);
    for (std::size_t j = 0; j < n_; ++j) {
        state[first_velocity_ + j] = 1;
        momenta_(t, state, p, {}, moving);
        state[first_velocity_ + j] = 0;
        for (std::size_t i = 0; i < n_; ++i) M[i * n_ + j] = moving[i] - at_rest[i];
    }
    return M;
}

void Pivots::weigh(double t, std::span<const double> y, std::span<const double> p) {
    rows_(t, y, p, {}, a_);
    const std::vector<double> M = mass_matrix(t, y, p);
    for (std::size_t j = 0; j < n_; ++j) {
        const double own = M[j * n_ + j];
        const double square = own > 0 ? own : least_energy(M, j);
        if (square > 0 && std::isfinite(square)) scales_[j] = std::sqrt(square);
    }
}

// What has no inertia of its own moves with what has: twice the least energy with which the constraints let it move at unit
// speed, a v = 0 and v_j = 1.
double Pivots::least_energy(std::span<const double> M, std::size_t j) const {
    const std::size_t size = n_ + m_ + 1;
    std::vector<double> bordered(size * size), v(size);
    for (std::size_t i = 0; i < n_; ++i)
        std::copy_n(M.begin() + static_cast<long>(i * n_), n_,
                    bordered.begin() + static_cast<long>(i * size));
    for (std::size_t k = 0; k < m_; ++k)
        for (std::size_t i = 0; i < n_; ++i)
            bordered[i * size + n_ + k] = bordered[(n_ + k) * size + i] = a_[k * n_ + i];
    bordered[j * size + size - 1] = bordered[(size - 1) * size + j] = 1;
    v[size - 1] = 1;
    Factorization factors;
    if (!factors.factor(bordered, size)) return 0;
    factors.solve(v);
    double energy = 0;
    for (std::size_t i = 0; i < n_; ++i)
        for (std::size_t k = 0; k < n_; ++k) energy += v[i] * M[i * n_ + k] * v[k];
    return energy;
}

// Columns are divided by the roots of the energies, then rows by their lengths.
void Pivots::measure() {
    for (std::size_t i = 0; i < a_.size() / n_; ++i) {
        double square = 0;
        for (std::size_t j = 0; j < n_; ++j) {
            a_[i * n_ + j] /= scales_[j];
            square += a_[i * n_ + j] * a_[i * n_ + j];
        }
        const double length = std::sqrt(square);
        for (std::size_t j = 0; j < n_ && length > 0; ++j) a_[i * n_ + j] /= length;
    }
}

Pivots::Choice Pivots::at(double t, std::span<const double> y, std::span<const double> p,
                          const IndependentVelocities& independent) {
    rows_(t, y, p, {}, a_);
    measure();
    const Elimination best = eliminated(a_, m_, n_, others(n_, {}));
    const double rank = std::fabs(best.determinant);
    most_dependent_ = best.last_row;
    double given = 0;
    if (independent)
        given = eliminated(a_, m_, n_, others(n_, *independent)).determinant;
    else if (a_.size() == n_ * n_)
        given = eliminated(a_, n_, n_, others(n_, {})).determinant;
    return {rank > 0 ? std::fabs(given) / rank : 0, sign(given), rank, others(n_, best.columns)};
}

}  // namespace anholon
