#include "motion/steady_part.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "expr/derivative.hpp"
#include "expr/linear.hpp"
#include "expr/walk.hpp"
#include "integrate/least_squares.hpp"

namespace anholon {

namespace {

bool depends(Expr e, Expr x) {
    const Expr slope = derivative(e, x);
    if (!slope.is_number()) return is_zero_modulo_primes(slope).answer != Answer::yes;
    return !slope.number().is_zero();
}

bool contains(std::span<const std::size_t> list, std::size_t k) {
    return std::ranges::find(list, k) != list.end();
}

// Subtracts multiples of a row of D, divided by its entry at `column`, from all others.
void eliminate(std::vector<double>& D, std::size_t m, std::size_t n, std::size_t row, std::size_t column) {
    const double divisor = D[row * n + column];
    for (std::size_t j = 0; j < n; ++j) D[row * n + j] /= divisor;
    for (std::size_t i = 0; i < m; ++i) {
        const double factor = i == row ? 0 : D[i * n + column];
        for (std::size_t j = 0; j < n && factor != 0; ++j) D[i * n + j] -= factor * D[row * n + j];
    }
}

// Dδx = 0, an m × n system, solved for the variables that elimination with full pivoting takes.
LinearPart tangent(std::vector<double> D, std::size_t m, std::size_t n) {
    std::vector<std::size_t> pivot(n, m);  // the row that gives a variable; m if it is independent
    std::vector<bool> used(m, false);
    double first = 0;
    for (std::size_t step = 0; step < m; ++step) {
        std::size_t row = 0, column = 0;
        double most = 0;
        // Of equals the first is taken, also if rounding has made them differ.
        for (std::size_t i = 0; i < m; ++i)
            for (std::size_t j = 0; j < n && !used[i]; ++j)
                if (std::fabs(D[i * n + j]) > most * (1 + 1e-9)) {
                    most = std::fabs(D[i * n + j]);
                    row = i;
                    column = j;
                }
        first = std::max(first, most);
        if (most <= 1e-12 * first) break;
        used[row] = true;
        pivot[column] = row;
        eliminate(D, m, n, row, column);
    }
    LinearPart out;
    for (std::size_t j = 0; j < n; ++j)
        if (pivot[j] == m) out.independent.push_back(j);
    for (std::size_t i = 0; i < n; ++i)
        for (const std::size_t j : out.independent)
            out.T.push_back(pivot[i] == m ? (i == j ? 1.0 : 0.0) : -D[pivot[i] * n + j]);
    return out;
}

}  // namespace

std::vector<Expr> explicit_rates(const RateEquations& e) {
    if (e.unknowns.empty()) return e.rates;
    const Solution z = solve(e.W, e.r);
    if (z.outcome != Solution::Outcome::unique) return e.rates;
    Substitution solved;
    for (std::size_t k = 0; k < e.unknowns.size(); ++k) solved.emplace_back(e.unknowns[k], z.x[k]);
    return substitute(e.rates, solved);
}

SteadyPart::SteadyPart(const System& system, Standstill what)
    : system_(system),
      what_(what),
      formulation_(system, form_of_motion(Setting(system))),
      law_(system, law_behind(formulation_.form())),
      rates_(formulation_.equations()),
      from_law_(law_.equations(), law_.lowered(formulation_.state_in_velocities())) {
    find_kept();
    find_constraints();
}

// Beginning with the velocities: a coordinate is kept if a rate of something kept depends on it, or a geometric constraint ties
// it to another that is kept.
void SteadyPart::find_kept() {
    const RateEquations& e = formulation_.equations();
    const std::vector<Expr> rates = explicit_rates(e);
    const std::size_t nq = formulation_.coordinates();
    for (std::size_t k = 0; k < e.state.size(); ++k)
        if (depends(rates[k], e.t)) throw DependsOnTime("the equations of motion depend on time");
    for (std::size_t k = nq; k < e.state.size(); ++k) kept_.push_back(k);
    const auto is_tied = [&](std::size_t j) {
        return std::ranges::any_of(system_.constraints, [&](const Constraint& k) {
            return k.kind == Constraint::Kind::geometric && depends(k.residual, e.state[j]) &&
                   std::ranges::any_of(kept_, [&](std::size_t i) { return depends(k.residual, e.state[i]); });
        });
    };
    for (bool grown = true; grown;) {
        grown = false;
        for (std::size_t j = 0; j < nq; ++j) {
            if (contains(kept_, j)) continue;
            const auto needs = [&](std::size_t i) { return depends(rates[i], e.state[j]); };
            if (!std::ranges::any_of(kept_, needs) && !is_tied(j)) continue;
            kept_.push_back(j);
            grown = true;
        }
    }
    for (std::size_t j = 0; j < nq; ++j) {
        if (contains(kept_, j)) continue;
        cyclic_.push_back(e.state[j]);
        if (what_ == Standstill::equilibrium) kept_.push_back(j);
    }
    std::ranges::sort(kept_);
}

// Those between kept variables; a constraint of cyclic coordinates alone says nothing of them.
void SteadyPart::find_constraints() {
    const RateEquations& e = formulation_.equations();
    const bool are_free = formulation_.velocities() < system_.velocities().size();
    std::vector<Expr> kept, all;
    for (const std::size_t k : kept_) kept.push_back(e.state[k]);
    const auto add = [&](Expr residual) {
        if (std::ranges::any_of(kept, [&](Expr x) { return depends(residual, x); })) all.push_back(residual);
    };
    for (const Constraint& k : system_.constraints) {
        const bool is_geometric = k.kind == Constraint::Kind::geometric;
        if (is_geometric) add(k.residual);
        if (!are_free && (is_geometric || keeps_velocity_constraints(formulation_.form())))
            add(formulation_.lowered(is_geometric ? Dt(k.residual) : k.residual));
    }
    constraints_ = all;
    if (all.empty()) return;
    const Matrix slopes = jacobian(all, kept);
    all.insert(all.end(), slopes.entries().begin(), slopes.entries().end());
    constraint_functions_.emplace(e, all);
}

std::vector<double> SteadyPart::state_at(std::span<const double> law_state) {
    std::vector<double> x(state().size());
    from_law_(0, law_state, parameters(), {}, x);
    return x;
}

SteadyPart::Residuals SteadyPart::constraints_at(std::span<const double> x) {
    if (!constraint_functions_) return {};
    std::vector<double> all(constraint_functions_->size());
    (*constraint_functions_)(0, x, parameters(), {}, all);
    const auto middle = all.begin() + static_cast<long>(constraints_.size());
    return {{all.begin(), middle}, {middle, all.end()}};
}

std::optional<SteadyPart::Residuals> SteadyPart::rates_at(std::span<const double> x) {
    const std::size_t n = state().size();
    std::vector<double> dx(n), J(n * n);
    if (!rates_.rates(0, x, dx) || !rates_.jacobian(0, x, J)) return std::nullopt;
    double largest = 0, farthest = 1;
    for (const double slope : J) largest = std::max(largest, std::fabs(slope));
    for (const double value : x) farthest = std::max(farthest, std::fabs(value));
    const double rounding = 1e-14 * std::min(largest, farthest);  // what is less is left of a zero
    Residuals out;
    for (const std::size_t i : kept_) {
        out.values.push_back(dx[i]);
        for (const std::size_t j : kept_)
            out.slopes.push_back(std::fabs(J[i * n + j]) > rounding ? J[i * n + j] : 0);
    }
    return out;
}

// Constraints, rates, held functions.
std::optional<SteadyPart::Residuals> SteadyPart::stacked(std::span<const double> x, StateFunctions& held,
                                                         std::span<const double> values) {
    Residuals all = constraints_at(x);
    const auto rates = rates_at(x);
    if (!rates) return std::nullopt;
    all.values.insert(all.values.end(), rates->values.begin(), rates->values.end());
    all.slopes.insert(all.slopes.end(), rates->slopes.begin(), rates->slopes.end());
    std::vector<double> functions(held.size());
    held(0, x, parameters(), {}, functions);
    for (std::size_t k = 0; k < values.size(); ++k) all.values.push_back(functions[k] - values[k]);
    all.slopes.insert(all.slopes.end(), functions.begin() + static_cast<long>(values.size()),
                      functions.end());
    return all;
}

namespace {

// What least squares make small.
double norm(const SteadyPart::Residuals& r) {
    double sum = 0;
    for (const double value : r.values) sum += value * value;
    return std::sqrt(sum);
}

std::vector<double> limited(std::vector<double> change, double most) {
    double longest = 0;
    for (const double c : change) longest = std::max(longest, std::fabs(c));
    for (double& c : change)
        if (longest > most) c *= most / longest;
    return change;
}

}  // namespace

bool SteadyPart::settle(std::vector<double>& x, const std::vector<Held>& held) {
    std::vector<Expr> functions, kept;
    std::vector<double> values;
    for (const std::size_t k : kept_) kept.push_back(state()[k]);
    for (const Held& h : held) {
        functions.push_back(h.function);
        values.push_back(h.value);
    }
    if (!held.empty()) {
        const Matrix slopes = jacobian(functions, kept);
        functions.insert(functions.end(), slopes.entries().begin(), slopes.entries().end());
    }
    StateFunctions held_functions(formulation_.equations(), functions);
    const auto residuals = [&](const std::vector<double>& at) { return stacked(at, held_functions, values); };
    auto here = residuals(x);
    if (!here) return false;
    residual_ = norm(*here);
    const double scale = std::max(1.0, residual_);
    constexpr int max_steps = 200, max_halvings = 12;
    constexpr double max_change =
        1;  // in one step, so that what is found is near: of an angle, the next and not the tenth
    for (int step = 0, halving = 0; step < max_steps && halving < max_halvings && residual_ > 0; ++step) {
        const std::vector<double> change =
            limited(least_squares(here->slopes, here->values.size(), kept_.size(), here->values), max_change);
        for (halving = 0; halving < max_halvings; ++halving) {
            std::vector<double> next = x;
            for (std::size_t k = 0; k < kept_.size(); ++k) next[kept_[k]] -= std::ldexp(change[k], -halving);
            auto there = residuals(next);
            if (!there || !(norm(*there) < residual_)) continue;
            x = std::move(next);
            here = std::move(there);
            residual_ = norm(*here);
            break;
        }
    }
    // What rounding has left of a zero.
    std::vector<double> rounded = x;
    for (const std::size_t k : kept_)
        if (std::fabs(x[k]) < 1e-14) rounded[k] = 0;
    if (const auto there = residuals(rounded); there && norm(*there) <= std::max(residual_, 1e-13 * scale))
        x = std::move(rounded);
    return residual_ <= 1e-11 * scale;
}

std::optional<LinearPart> SteadyPart::linear_part(std::span<const double> x) {
    const auto rates = rates_at(x);
    if (!rates) return std::nullopt;
    const std::size_t n = kept_.size();
    LinearPart out = tangent(constraints_at(x).slopes, constraints_.size(), n);
    const std::size_t l = out.independent.size();
    for (const std::size_t i : out.independent)
        for (std::size_t j = 0; j < l; ++j) {
            double sum = 0;
            for (std::size_t k = 0; k < n; ++k) sum += rates->slopes[i * n + k] * out.T[k * l + j];
            out.A.push_back(sum);
        }
    return out;
}

// Steps along the kernel and back to a standstill: those directions in which it remains where it was moved to are the family's.
std::size_t family_dimension(SteadyPart& part, const std::vector<double>& x, const LinearPart& linear) {
    const std::size_t l = linear.independent.size(), n = part.kept().size();
    constexpr double step = 1e-3;
    std::vector<double> moved;
    std::size_t count = 0;
    for (const std::vector<double>& direction : kernel(linear.A, l, l, {1e-9})) {
        std::vector<double> there = x;
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < l; ++j)
                there[part.kept()[i]] += step * linear.T[i * l + j] * direction[j];
        if (!part.settle(there)) continue;
        double length = 0;
        std::vector<double> change(n);
        for (std::size_t i = 0; i < n; ++i) {
            change[i] = (there[part.kept()[i]] - x[part.kept()[i]]) / step;
            length += change[i] * change[i];
        }
        if (length < 0.25) continue;
        moved.insert(moved.end(), change.begin(), change.end());
        ++count;
    }
    return rank(moved, count, n, {0.1});
}

}  // namespace anholon
