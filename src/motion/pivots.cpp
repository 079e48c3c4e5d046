#include "motion/pivots.hpp"

#include <algorithm>
#include <cmath>

#include "expr/derivative.hpp"

namespace anholon {

namespace {

// As many as constraint_rows has.
std::size_t linear_constraints(const System& system) {
    return static_cast<std::size_t>(std::ranges::count_if(
        system.constraints, [](const Constraint& k) { return k.kind != Constraint::Kind::nonlinear; }));
}

std::vector<Expr> entries(const System& system) {
    const ConstraintRows rows = constraint_rows(system);
    std::vector<Expr> all(rows.a.entries().begin(), rows.a.entries().end());
    for (const QuasiVelocity& eta : system.quasi)
        for (const Expr& slope : gradient(eta.definition, system.velocities())) all.push_back(slope);
    return all;
}

// |det| of the m × m matrix that full pivoting finds among the given columns; `chosen` become its columns.
double largest_determinant(std::vector<double> a, std::size_t m, std::size_t n,
                           std::vector<std::size_t> columns, std::vector<std::size_t>& chosen) {
    double determinant = 1;
    chosen.clear();
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
        determinant *= largest;
        if (!(largest > 0)) return 0;
        const std::size_t column = columns[at];
        columns.erase(columns.begin() + static_cast<long>(at));
        chosen.push_back(column);
        for (std::size_t j = 0; j < n; ++j) std::swap(a[k * n + j], a[row * n + j]);
        for (std::size_t i = k + 1; i < m; ++i) {
            const double factor = a[i * n + column] / a[k * n + column];
            for (std::size_t j = 0; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
        }
    }
    return determinant;
}

std::vector<std::size_t> others(std::size_t n, std::span<const std::size_t> places) {
    std::vector<std::size_t> rest;
    for (std::size_t j = 0; j < n; ++j)
        if (std::ranges::find(places, j) == places.end()) rest.push_back(j);
    return rest;
}

}  // namespace

Pivots::Pivots(const System& system, const RateEquations& equations, MakeEvaluator make)
    : m_(linear_constraints(system)),
      n_(system.velocities().size()),
      rows_(equations, entries(system), make),
      a_((m_ + system.quasi.size()) * n_) {}

double Pivots::of_stated() const {
    std::vector<double> frame = a_;
    const std::size_t size = frame.size() / n_;
    for (std::size_t i = m_; i < size; ++i) {
        double largest = 0;
        for (std::size_t j = 0; j < n_; ++j) largest = std::max(largest, std::fabs(frame[i * n_ + j]));
        for (std::size_t j = 0; j < n_ && largest > 0; ++j) frame[i * n_ + j] /= largest;
    }
    std::vector<std::size_t> ignored;
    return size == n_ ? largest_determinant(std::move(frame), n_, n_, others(n_, {}), ignored) : 0;
}

Pivots::Choice Pivots::at(double t, std::span<const double> x, std::span<const double> p,
                          const IndependentVelocities& independent) {
    rows_(t, x, p, {}, a_);
    std::vector<std::size_t> best, ours;
    const double largest = largest_determinant(a_, m_, n_, others(n_, {}), best);
    const double given =
        independent ? largest_determinant(a_, m_, n_, others(n_, *independent), ours) : of_stated();
    return {largest > 0 ? given / largest : 0, others(n_, best)};
}

}  // namespace anholon
