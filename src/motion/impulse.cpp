#include "motion/impulse.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "expr/build.hpp"
#include "expr/derivative.hpp"
#include "expr/walk.hpp"
#include "integrate/factorization.hpp"

namespace anholon {

namespace {

// A change that is so small a part of its terms is rounding, or drift.
constexpr double negligible = 1e-11;
constexpr int most_rounds = 20;
enum Part { momenta, residuals, slopes, masses, places, sizes };

bool has_side(const System& system, std::span<const Expr> functions) {
    if (functions.empty()) return false;
    const Walk walk(system.c(), functions);
    return std::ranges::any_of(system.switches, [&](const Switch& s) { return walk.contains(s.side.id()); });
}

Expr size_of(const Expr& e) {
    Expr sum = e.context().zero();
    for (const Term& term : terms_of(e)) sum += abs(term.coefficient * term.expr);
    return sum;
}

}  // namespace

Impulse::Impulse(const System& system, const EquationForm& form, const Formulation& law, MakeEvaluator make)
    : n_(system.velocities().size()) {
    const std::vector<Expr> v = system.velocities();
    const std::vector<Expr> p = gradient(system.L, v);
    std::vector<Expr> f, F, scales, definitions;
    for (const Constraint& k : system.constraints) {
        const bool is_geometric = k.kind == Constraint::Kind::geometric;
        if (is_geometric) {
            F.push_back(k.residual);
            scales.push_back(size_of(k.residual));
            places_.push_back(k.name);
        }
        if (keeps_velocity_constraints(form)) f.push_back(is_geometric ? Dt(k.residual) : k.residual);
    }
    for (const QuasiVelocity& eta : system.quasi) definitions.push_back(eta.definition);
    if (!has_side(system, p) && !has_side(system, f) && !has_side(system, F) &&
        !has_side(system, definitions))
        return;
    m_ = f.size();
    const Matrix J = m_ > 0 ? jacobian(f, v) : Matrix(), M = jacobian(p, v);
    is_linear_ = std::ranges::none_of(
        system.constraints, [](const Constraint& k) { return k.kind == Constraint::Kind::nonlinear; });
    const std::string& axiom = law_behind(form, system).id;
    is_ideal_ =
        system.frictions.empty() && !system.finished && form.role != EquationForm::Role::control &&
        (axiom == "lagrange-multipliers" || axiom == "articulated-body" || (m_ == 0 && axiom == "free"));
    std::vector<Expr> all;
    const auto add = [&](std::span<const Expr> list) {
        first_.push_back(all.size());
        all.insert(all.end(), list.begin(), list.end());
    };
    add(p);
    add(f);
    add(J.entries());
    add(M.entries());
    add(F);
    add(scales);
    first_.push_back(all.size());
    functions_.emplace(law.equations(), law.lowered(std::move(all)), make);
    const auto first = std::ranges::find(law.equations().state, v[0]);
    assert(first != law.equations().state.end());
    first_velocity_ = static_cast<std::size_t>(first - law.equations().state.begin());
}

Impulse::Numbers Impulse::values(double t, std::span<const double> y, std::span<const double> p) {
    Numbers all(functions_->size());
    (*functions_)(t, y, p, {}, all);
    return all;
}

std::span<const double> Impulse::part(const Numbers& all, std::size_t k) const {
    return std::span(all).subspan(first_[k], first_[k + 1] - first_[k]);
}

std::optional<std::string> Impulse::apply(double t, std::span<double> y, std::span<const double> before,
                                          std::span<const double> behind, const std::string& switches,
                                          bool are_of_time) {
    const std::span<double> v = y.subspan(first_velocity_, n_);
    const Numbers old = values(t, y, before), now = values(t, y, behind);
    if (const auto name = moved_place(old, now))
        return "the constraint '" + *name + "' jumps at " + switches + ", and no motion gets there";
    if (!has_jump(v, old, now)) return std::nullopt;
    const std::string jump = "the velocities would have to jump at " + switches + ", and ";
    if (!is_ideal_ || !is_linear_)
        return jump +
               "only the law of d'Alembert with linear constraints says how; this one contains no impulse";
    if (!are_of_time) return jump + "the law as written contains no corresponding impulse";
    if (has_turned(old, now))
        return jump +
               "the constraints change their directions there: how the velocities jump depends on how the "
               "directions turn in between";
    const Numbers p(part(old, momenta).begin(), part(old, momenta).end());
    if (!solve(t, y, behind, p)) return jump + "the momentum balance does not determine how";
    return std::nullopt;
}

// A geometric constraint that does not hold any more.
std::optional<std::string> Impulse::moved_place(const Numbers& before, const Numbers& behind) const {
    for (std::size_t k = 0; k < places_.size(); ++k) {
        const double size = part(before, sizes)[k] + part(behind, sizes)[k];
        if (std::fabs(part(behind, places)[k] - part(before, places)[k]) > negligible * size)
            return places_[k];
    }
    return std::nullopt;
}

bool Impulse::has_jump(std::span<const double> v, const Numbers& before, const Numbers& behind) const {
    double largest = 0, change = 0;
    for (std::size_t i = 0; i < n_; ++i) {
        const double p1 = part(before, momenta)[i], p2 = part(behind, momenta)[i];
        largest = std::max(largest, std::fabs(p1) + std::fabs(p2));
        change = std::max(change, std::fabs(p2 - p1));
    }
    if (change > negligible * largest) return true;
    for (std::size_t k = 0; k < m_; ++k) {
        const double jump = std::fabs(part(behind, residuals)[k] - part(before, residuals)[k]);
        double size = jump;
        for (std::size_t j = 0; j < n_; ++j)
            size = std::max(size, std::fabs(part(behind, slopes)[k * n_ + j] * v[j]));
        if (jump > negligible * size) return true;
    }
    return false;
}

bool Impulse::has_turned(const Numbers& before, const Numbers& behind) const {
    for (std::size_t k = 0; k < m_; ++k) {
        const auto row = [&](const Numbers& all) { return part(all, slopes).subspan(k * n_, n_); };
        double size = 0, change = 0;
        for (std::size_t j = 0; j < n_; ++j) {
            size = std::max({size, std::fabs(row(before)[j]), std::fabs(row(behind)[j])});
            change = std::max(change, std::fabs(row(behind)[j] - row(before)[j]));
        }
        if (change > negligible * size) return true;
    }
    return false;
}

// Newton's method for v and Λ, which is done after one round where p is linear in v.
bool Impulse::solve(double t, std::span<double> y, std::span<const double> p,
                    std::span<const double> wanted) {
    const std::size_t N = n_ + m_;
    double before = std::numeric_limits<double>::infinity();
    for (int round = 0; round < most_rounds; ++round) {
        const Numbers now = values(t, y, p);
        Numbers A(N * N, 0.0), b(N);
        for (std::size_t i = 0; i < n_; ++i) {
            for (std::size_t j = 0; j < n_; ++j) A[i * N + j] = part(now, masses)[i * n_ + j];
            for (std::size_t k = 0; k < m_; ++k)
                A[i * N + n_ + k] = A[(n_ + k) * N + i] = part(now, slopes)[k * n_ + i];
            b[i] = wanted[i] - part(now, momenta)[i];
        }
        for (std::size_t k = 0; k < m_; ++k) b[n_ + k] = -part(now, residuals)[k];
        Factorization factors;
        if (!factors.factor(A, N)) return false;
        factors.solve(b);
        double change = 0, size = 0;
        for (std::size_t i = 0; i < n_; ++i) {
            double& v = y[first_velocity_ + i];
            v += b[i];
            change = std::max(change, std::fabs(b[i]));
            size = std::max(size, std::fabs(v));
        }
        if (!std::isfinite(change)) return false;
        if (change <= negligible * size || !(change < before / 2)) return change <= 1e-9 * size || size == 0;
        before = change;
    }
    return false;
}

}  // namespace anholon
