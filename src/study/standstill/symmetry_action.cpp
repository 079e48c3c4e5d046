#include "study/standstill/symmetry_action.hpp"

#include <algorithm>
#include <cmath>

#include "expr/derivative.hpp"
#include "expr/zero.hpp"
#include "integrate/least_squares.hpp"

namespace anholon {

namespace {

constexpr RankTolerance orbit_tolerance{1e-9};

// What rounding leaves of an orbit that is a point is none.
void clear_rounding(std::vector<double>& V, double scale) {
    for (double& entry : V)
        if (std::fabs(entry) < orbit_tolerance.relative * scale) entry = 0;
}

// δx_k for all of the state: x is known in q and q̇.
std::vector<Expr> on_state(const Formulation& f, const InfinitesimalSymmetry& field) {
    const System& system = f.system();
    Direction along;
    const std::vector<Expr> q = system.q(), v = system.velocities();
    for (std::size_t i = 0; i < q.size(); ++i) along.emplace_back(q[i], field.q[i]);
    for (std::size_t i = 0; i < v.size(); ++i) along.emplace_back(v[i], field.v[i]);
    return f.lowered(directional_derivative(f.state_in_velocities(), along));
}

}  // namespace

SymmetryAction::SymmetryAction(const Formulation& f, std::vector<std::size_t> variables,
                               const std::vector<InfinitesimalSymmetry>& fields)
    : n_(variables.size()) {
    const RateEquations& e = f.equations();
    std::vector<Expr> x, others, slopes;
    for (std::size_t k = 0; k < e.state.size(); ++k)
        (std::ranges::binary_search(variables, k) ? x : others).push_back(e.state[k]);
    for (std::size_t j = 0; j < fields.size(); ++j) {
        const std::vector<Expr> all = on_state(f, fields[j]);
        std::vector<Expr> xi;
        for (const std::size_t k : variables) xi.push_back(all[k]);
        if (std::ranges::all_of(xi, vanishes)) continue;
        const Matrix outside = jacobian(xi, others);
        if (!std::ranges::all_of(outside.entries(), vanishes)) continue;
        const Matrix inside = jacobian(xi, x);
        acting_.push_back(j);
        components_.insert(components_.end(), xi.begin(), xi.end());
        slopes.insert(slopes.end(), inside.entries().begin(), inside.entries().end());
    }
    if (acting_.empty()) return;
    std::vector<Expr> all = components_;
    all.insert(all.end(), slopes.begin(), slopes.end());
    functions_.emplace(e, all);
    if (functions_->need_unknowns()) acting_.clear();
}

std::vector<double> SymmetryAction::fields_at(std::span<const double> x, std::span<const double> p) {
    const std::size_t r = size();
    if (r == 0) return {};
    std::vector<double> values(functions_->size()), V(n_ * r);
    (*functions_)(0, x, p, {}, values);
    for (std::size_t k = 0; k < r; ++k)
        for (std::size_t i = 0; i < n_; ++i) V[i * r + k] = values[k * n_ + i];
    return V;
}

std::vector<double> SymmetryAction::slopes_at(std::span<const double> x, std::span<const double> p,
                                              std::span<const double> c) {
    std::vector<double> sum(n_ * n_, 0.0);
    if (size() == 0) return sum;
    std::vector<double> values(functions_->size());
    (*functions_)(0, x, p, {}, values);
    for (std::size_t k = 0; k < size(); ++k)
        for (std::size_t i = 0; i < n_ * n_; ++i) sum[i] += c[k] * values[(size() + k * n_) * n_ + i];
    return sum;
}

// Conditions on the coordinates for all that the orbit moves there; on velocities for the rest of its directions.
Slice::Slice(std::vector<double> V, std::size_t n, std::size_t r, std::size_t coordinates, double scale)
    : V_(std::move(V)), n_(n), r_(r) {
    clear_rounding(V_, scale);
    const auto add = [&](const std::vector<std::vector<double>>& rows, std::size_t first) {
        for (const std::vector<double>& row : rows) {
            S_.resize(S_.size() + n, 0.0);
            std::ranges::copy(row, S_.end() - static_cast<long>(n - first));
        }
    };
    const std::span<const double> V_q(V_.data(), coordinates * r);
    add(column_space(V_q, coordinates, r, orbit_tolerance), 0);
    const auto still = kernel(V_q, coordinates, r, orbit_tolerance);  // moves no coordinate
    const std::size_t velocities = n - coordinates;
    std::vector<double> V_v(velocities * still.size(), 0.0);
    for (std::size_t i = 0; i < velocities; ++i)
        for (std::size_t j = 0; j < still.size(); ++j)
            for (std::size_t k = 0; k < r; ++k)
                V_v[i * still.size() + j] += V_[(coordinates + i) * r + k] * still[j][k];
    clear_rounding(V_v, scale);
    add(column_space(V_v, velocities, still.size(), orbit_tolerance), coordinates);
    SV_.assign(rows() * r, 0.0);
    for (std::size_t a = 0; a < rows(); ++a)
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t k = 0; k < r; ++k) SV_[a * r + k] += S_[a * n + i] * V_[i * r + k];
}

std::vector<double> Slice::across(std::vector<double> change) const {
    std::vector<double> S_change(rows(), 0.0);
    for (std::size_t a = 0; a < rows(); ++a)
        for (std::size_t i = 0; i < n_; ++i) S_change[a] += S_[a * n_ + i] * change[i];
    const std::vector<double> along = least_squares(SV_, rows(), r_, S_change, orbit_tolerance);
    for (std::size_t i = 0; i < n_; ++i)
        for (std::size_t k = 0; k < r_; ++k) change[i] -= V_[i * r_ + k] * along[k];
    return change;
}

}  // namespace anholon
