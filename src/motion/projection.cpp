#include "motion/projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace anholon {

Projection::Projection(const System& system, const Formulation& formulation, MakeEvaluator make) {
    std::vector<Expr> geometric, on_velocities;
    std::vector<std::string> geometric_names, velocity_names;
    // Free velocities keep the constraints by themselves.
    const bool are_free = formulation.velocities() < system.velocities().size();
    const bool keeps = keeps_velocity_constraints(formulation.form());
    for (const Constraint& k : system.constraints) {
        const bool is_geometric = k.kind == Constraint::Kind::geometric;
        if (is_geometric) {
            geometric.push_back(k.residual);
            geometric_names.push_back(k.name);
        }
        if (are_free || (!is_geometric && !keeps)) continue;
        on_velocities.push_back(formulation.lowered(is_geometric ? Dt(k.residual) : k.residual));
        velocity_names.push_back(k.name);
    }
    const std::size_t nq = formulation.coordinates();
    add_stage(formulation, std::move(geometric), std::move(geometric_names), 0, nq, make);
    add_stage(formulation, std::move(on_velocities), std::move(velocity_names), nq, formulation.velocities(),
              make);
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
        {first, count, std::move(names), std::move(functions), std::vector<double>(all.size())});
}

bool Projection::operator()(double t, std::span<double> x, std::span<const double> p) {
    correction_ = 0;
    return std::ranges::all_of(stages_, [&](Stage& stage) { return run(stage, t, x, p); });
}

// δ = −Jᵀ(JJᵀ)⁻¹F, until F is as small as rounding lets it be or no longer falls.
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
        normal_.assign(m * m, 0);
        for (std::size_t k = 0; k < m; ++k)
            for (std::size_t l = 0; l < m; ++l)
                for (std::size_t i = 0; i < n; ++i) normal_[k * m + l] += J[k * n + i] * J[l * n + i];
        if (!factors_.factor(normal_, m)) {
            why_ = "the constraints are dependent here: '" + stage.names[factors_.smallest_column()] +
                   "' adds no condition";
            return false;
        }
        step_.assign(F, F + m);
        factors_.solve(step_);
        for (std::size_t i = 0; i < n; ++i) {
            double change = 0;
            for (std::size_t k = 0; k < m; ++k) change += J[k * n + i] * step_[k];
            moving[i] -= change;
            correction_ = std::max(correction_, std::fabs(change));
        }
    }
    return true;
}

}  // namespace anholon
