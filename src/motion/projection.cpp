#include "motion/projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "expr/derivative.hpp"
#include "expr/print.hpp"
#include "expr/zero.hpp"

namespace anholon {

namespace {

// A residual whose square is less than rounding: one step of Newton's method is the last.
constexpr double nearly_there = 1e-9;

double norm(std::span<const double> v) {
    return std::sqrt(std::inner_product(v.begin(), v.end(), v.begin(), 0.0));
}

// The coordinates that a residual holds as c (x² + y² + …): those of a unit quaternion, of a point on a sphere. One of them may move
// without energy where it is, as q0 at (1, 0, 0, 0).
std::vector<std::size_t> on_a_sphere(const Expr& residual, const std::vector<Expr>& q) {
    std::vector<std::size_t> group;
    Expr first;
    for (std::size_t i = 0; i < q.size(); ++i) {
        const Expr curvature = derivative(derivative(residual, q[i]), q[i]);
        if (!curvature.is_number() || curvature.number() == 0) continue;
        if (!first) first = curvature;
        if (curvature == first) group.push_back(i);
    }
    return group;
}

}  // namespace

ResidualsToKeep residuals_to_keep(const System& system, const Formulation& formulation) {
    ResidualsToKeep out;
    const auto add = [](ResidualsToKeep::List& list, Expr function, std::string name) {
        list.functions.push_back(std::move(function));
        list.names.push_back(std::move(name));
    };
    // Free velocities keep the constraints by themselves. They may be as many as all velocities where a form has another variable beside
    // them, as the rate of time along a parameter: then residuals vanish identically, and their slopes, which are rounding, lead nowhere.
    const std::vector<Expr> v = system.velocities();
    const bool are_free = formulation.velocities() < v.size();
    const bool are_other = !std::ranges::equal(
        std::span(formulation.equations().state).subspan(formulation.coordinates(), formulation.velocities()),
        v);
    const bool keeps = keeps_velocity_constraints(formulation.form());
    for (const Expr& F : system.relations) add(out.of_coordinates, F, text(F));
    for (const Constraint& k : system.constraints) {
        const bool is_geometric = k.kind == Constraint::Kind::geometric;
        if (is_geometric) add(out.of_coordinates, k.residual, k.name);
        if (are_free || (!is_geometric && !keeps)) continue;
        const Expr residual = formulation.lowered(is_geometric ? Dt(k.residual) : k.residual);
        if (!are_other || !vanishes(residual)) add(out.of_velocities, residual, k.name);
    }
    return out;
}

Projection::Projection(const System& system, const Formulation& formulation, MakeEvaluator make) {
    ResidualsToKeep kept = residuals_to_keep(system, formulation);
    for (const Expr& F : kept.of_coordinates.functions)
        if (auto group = on_a_sphere(F, system.q()); group.size() > 1) alike_.push_back(std::move(group));
    const std::size_t nq = formulation.coordinates();
    const auto add = [&](ResidualsToKeep::List& list, std::size_t first, std::size_t count) {
        add_stage(formulation, std::move(list.functions), std::move(list.names), first, count, make);
    };
    add(kept.of_coordinates, 0, nq);
    add(kept.of_velocities, nq, formulation.velocities());
    for (Stage& stage : stages_)
        stage.is_weighed =
            std::ranges::equal(std::span(formulation.equations().state).subspan(stage.first, stage.count),
                               stage.first == 0 ? system.q() : system.velocities());
}

void Projection::add_stage(const Formulation& formulation, std::vector<Expr> residuals,
                           std::vector<std::string> names, std::size_t first, std::size_t count,
                           MakeEvaluator make) {
    if (residuals.empty() || count == 0) return;
    const RateEquations& e = formulation.equations();
    const Matrix J = jacobian(residuals, std::span(e.state).subspan(first, count));
    std::vector<Expr> all = residuals;
    all.insert(all.end(), J.entries().begin(), J.entries().end());
    StateFunctions functions(e, all, make);
    assert(!functions.need_unknowns());
    stages_.push_back(
        {first, count, std::move(names), std::move(functions), std::vector<double>(all.size()), false});
}

bool Projection::operator()(double t, std::span<double> x, std::span<const double> p,
                            std::span<const double> scales) {
    correction_ = 0;
    return std::ranges::all_of(stages_, [&](Stage& stage) {
        weigh(stage, scales);
        return run(stage, t, x, p);
    });
}

void Projection::weigh(const Stage& stage, std::span<const double> scales) {
    root_mobility_.assign(stage.count, 1.0);
    if (!stage.is_weighed || scales.size() != stage.count) return;
    for (std::size_t i = 0; i < stage.count; ++i) root_mobility_[i] = 1 / scales[i];
    for (const std::vector<std::size_t>& group : alike_) {
        double least = root_mobility_[group[0]];
        for (const std::size_t i : group) least = std::min(least, root_mobility_[i]);
        for (const std::size_t i : group) root_mobility_[i] = least;
    }
}

// The rows of L Q = J S, S the roots of the mobilities, by Gram and Schmidt: one at a time against those before, twice, so that
// no digit of a row that nearly follows from the others is lost. False if one follows from those before.
bool Projection::orthogonalize(const Stage& stage, const double* J) {
    const std::size_t m = stage.names.size(), n = stage.count;
    Q_.resize(m * n);
    L_.assign(m * m, 0);
    for (std::size_t k = 0; k < m; ++k) {
        const std::span<double> row = std::span(Q_).subspan(k * n, n);
        for (std::size_t i = 0; i < n; ++i) row[i] = J[k * n + i] * root_mobility_[i];
        const double length = norm(row);
        for (int pass = 0; pass < 2; ++pass)
            for (std::size_t l = 0; l < k; ++l) {
                const std::span<const double> before = std::span(Q_).subspan(l * n, n);
                const double part = std::inner_product(row.begin(), row.end(), before.begin(), 0.0);
                L_[k * m + l] += part;
                for (std::size_t i = 0; i < n; ++i) row[i] -= part * before[i];
            }
        const double rest = L_[k * m + k] = norm(row);
        if (!(rest > 4 * std::numeric_limits<double>::epsilon() * length)) {
            why_ = "the constraints are dependent here: '" + stage.names[k] + "' follows from the others";
            return false;
        }
        for (double& entry : row) entry /= rest;
    }
    return true;
}

// δ = −S Qᵀ L⁻¹ F, until F is as small as rounding lets it be or no longer falls.
bool Projection::run(Stage& stage, double t, std::span<double> x, std::span<const double> p) {
    const std::size_t m = stage.names.size(), n = stage.count;
    const std::span<double> moving = x.subspan(stage.first, n);
    const double* const F = stage.values.data();
    const double* const J = F + m;
    double before = std::numeric_limits<double>::infinity();
    for (int round = 0; round < 8; ++round) {
        stage.residuals_and_slopes(t, x, p, {}, stage.values);
        double worst = 0;
        for (std::size_t k = 0; k < m; ++k) {
            double size = 0;
            for (std::size_t i = 0; i < n; ++i) size += std::fabs(J[k * n + i] * moving[i]);
            if (std::fabs(F[k]) > std::numeric_limits<double>::epsilon() * size)
                worst = std::max(worst, std::fabs(F[k]) / (size > 0 ? size : 1));
        }
        if (worst == 0 || !(worst < before / 2)) return true;
        before = worst;
        if (!orthogonalize(stage, J)) return false;
        step_.assign(F, F + m);
        for (std::size_t k = 0; k < m; ++k) {
            for (std::size_t l = 0; l < k; ++l) step_[k] -= L_[k * m + l] * step_[l];
            step_[k] /= L_[k * m + k];
        }
        for (std::size_t i = 0; i < n; ++i) {
            double change = 0;
            for (std::size_t k = 0; k < m; ++k) change += Q_[k * n + i] * step_[k];
            change *= root_mobility_[i];
            moving[i] -= change;
            correction_ = std::max(correction_, std::fabs(change));
        }
        if (worst < nearly_there) return true;
    }
    return true;
}

}  // namespace anholon
