#include "motion/pivots.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "expr/derivative.hpp"

namespace anholon {

namespace {

bool is_nonlinear(const Constraint& k) { return k.kind == Constraint::Kind::nonlinear; }

std::vector<std::string> names_of_rows(const System& system) {
    std::vector<std::string> names = constraint_rows(system).names;
    for (const Constraint& k : system.constraints)
        if (is_nonlinear(k)) names.push_back(k.name);
    return names;
}

std::vector<Expr> entries(const System& system) {
    const ConstraintRows rows = constraint_rows(system);
    const std::vector<Expr> v = system.velocities();
    std::vector<Expr> all(rows.a.entries().begin(), rows.a.entries().end());
    for (const Constraint& k : system.constraints) {
        if (!is_nonlinear(k)) continue;
        for (const Expr& slope : gradient(k.residual, v)) all.push_back(slope);
    }
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
Elimination eliminated(std::span<const double> matrix, std::size_t m, std::size_t n,
                       std::vector<std::size_t> columns) {
    thread_local std::vector<double> a;
    thread_local std::vector<std::size_t> rows;
    a.assign(matrix.begin(), matrix.begin() + static_cast<long>(m * n));
    rows.resize(m);
    for (std::size_t k = 0; k < m; ++k) rows[k] = k;
    Elimination result;
    result.columns.reserve(m);
    const auto end_dependent = [&] {  // some columns, so that the others are as many as they are to be
        result.determinant = 0;
        while (result.columns.size() < m) {
            result.columns.push_back(columns.front());
            columns.erase(columns.begin());
        }
        return result;
    };
    for (std::size_t k = 0; k < m; ++k) {
        std::size_t row = k, at = 0;
        double largest = -1;
        for (std::size_t i = k; i < m; ++i)
            for (std::size_t c = 0; c < columns.size(); ++c)
                if (const double size = std::fabs(a[i * n + columns[c]]); size > largest) {
                    largest = size;
                    row = i;
                    at = c;
                }
        const std::size_t column = columns[at];
        result.last_row = rows[row];
        result.determinant *= a[row * n + column];
        if (!(largest > 0)) return end_dependent();
        if (row != k) result.determinant = -result.determinant;
        if (at % 2 != 0) result.determinant = -result.determinant;
        columns.erase(columns.begin() + static_cast<long>(at));
        result.columns.push_back(column);
        if (row != k) {
            std::swap(rows[k], rows[row]);
            std::swap_ranges(a.begin() + static_cast<long>(k * n), a.begin() + static_cast<long>(k * n + n),
                             a.begin() + static_cast<long>(row * n));
        }
        for (std::size_t i = k + 1; i < m; ++i) {
            const double factor = a[i * n + column] / a[k * n + column];
            if (factor == 0) continue;
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
    : m_(system.constraints.size()),
      n_(system.velocities().size()),
      names_(names_of_rows(system)),
      rows_(equations, entries(system), make),
      momenta_(equations, gradient(system.L, system.velocities()), make),
      a_((m_ + system.quasi.size()) * n_),
      lengths_(m_ + system.quasi.size()),
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

void Pivots::inspect(double t, std::span<const double> y, std::span<const double> p) {
    rows_(t, y, p, {}, a_);
    inspected_ = a_;
    M_ = mass_matrix(t, y, p);
}

void Pivots::weigh(double t, std::span<const double> y, std::span<const double> p) {
    inspect(t, y, p);
    for (std::size_t j = 0; j < n_; ++j) scales_[j] = std::sqrt(std::max(M_[j * n_ + j], 0.0));
    std::vector<double> massive(m_), massless(m_);
    for (std::size_t i = 0; i < m_; ++i)
        for (std::size_t j = 0; j < n_; ++j) {
            const double entry = std::fabs(a_[i * n_ + j]);
            double& largest = scales_[j] > 0 ? massive[i] : massless[i];
            largest = std::max(largest, scales_[j] > 0 ? entry / scales_[j] : entry);
        }
    // A velocity without inertia of its own follows one that has inertia, by the constraint that ties it most.
    for (std::size_t j = 0; j < n_; ++j) {
        if (scales_[j] > 0) continue;
        double tied = 0, largest = 0;
        for (std::size_t i = 0; i < m_; ++i) {
            const double entry = std::fabs(a_[i * n_ + j]);
            if (massive[i] > 1e-6 * massless[i]) tied = std::max(tied, entry / massive[i]);
            largest = std::max(largest, entry);
        }
        scales_[j] = tied > 0 ? tied : largest > 0 ? largest : 1;
    }
}

// ‖Ŵ‖‖Ŵ⁻¹‖ of the reduced mass matrix Ŵ = Bᵀ M B where inspect() was called last, B the velocities that unit free velocities make.
double Pivots::condition(const IndependentVelocities& independent) const {
    std::vector<double> frame(n_ * n_);
    const std::size_t l = n_ - m_;
    std::copy_n(inspected_.begin(), m_ * n_, frame.begin());
    for (std::size_t s = 0; s < l; ++s)
        if (independent)
            frame[(m_ + s) * n_ + (*independent)[s]] = 1;
        else
            std::copy_n(inspected_.begin() + static_cast<long>((m_ + s) * n_), n_,
                        frame.begin() + static_cast<long>((m_ + s) * n_));
    Factorization factors;
    if (l == 0 || !factors.factor(frame, n_)) return 1;
    std::vector<double> B(l * n_), W(l * l);
    for (std::size_t s = 0; s < l; ++s) {
        B[s * n_ + m_ + s] = 1;
        factors.solve(std::span(B).subspan(s * n_, n_));
    }
    for (std::size_t r = 0; r < l; ++r)
        for (std::size_t s = 0; s < l; ++s)
            for (std::size_t i = 0; i < n_; ++i)
                for (std::size_t k = 0; k < n_; ++k)
                    W[r * l + s] += B[r * n_ + i] * M_[i * n_ + k] * B[s * n_ + k];
    Factorization reduced;
    return reduced.factor(W, l) ? reduced.condition() : std::numeric_limits<double>::infinity();
}

// Columns are divided by the roots of the energies, then rows by their lengths: first by their largest entries, whose squares a double
// may not hold.
void Pivots::measure() {
    for (std::size_t i = 0; i < lengths_.size(); ++i) {
        const std::span<double> row = std::span(a_).subspan(i * n_, n_);
        double largest = 0, square = 0;
        for (std::size_t j = 0; j < n_; ++j) largest = std::max(largest, std::fabs(row[j] /= scales_[j]));
        lengths_[i] = 0;
        if (!(largest > 0)) continue;
        for (double& entry : row) square += std::pow(entry /= largest, 2);
        for (double& entry : row) entry /= std::sqrt(square);
        lengths_[i] = largest * std::sqrt(square);
    }
}

Pivots::Choice Pivots::at(double t, std::span<const double> y, std::span<const double> p,
                          const IndependentVelocities& independent) {
    rows_(t, y, p, {}, a_);
    measure();
    const Elimination best = eliminated(a_, m_, n_, others(n_, {}));
    const double rank = std::fabs(best.determinant);
    most_dependent_ = best.last_row;
    double given = 0, length = 1;
    if (independent)
        given = eliminated(a_, m_, n_, others(n_, *independent)).determinant;
    else if (lengths_.size() == n_)
        given = eliminated(a_, n_, n_, others(n_, {})).determinant;
    for (std::size_t i = 0; i < (independent ? m_ : lengths_.size()); ++i) length *= lengths_[i];
    return {.quality = rank > 0 ? std::fabs(given) / rank : 0,
            .determinant = std::fabs(given) * length,
            .sign = sign(given),
            .rank = rank,
            .best = others(n_, best.columns)};
}

}  // namespace anholon
