#include "motion/drift.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "base/text.hpp"
#include "code/tiered.hpp"
#include "expr/build.hpp"
#include "expr/operations.hpp"
#include "expr/walk.hpp"
#include "model/request.hpp"

namespace anholon {

namespace {

// Above this number of operations, compiling takes longer than it saves in most motions.
constexpr std::size_t most_to_compile = 300;

// Prepares the functions that are watched.
MakeEvaluator made_for(const std::vector<Expr>& functions, MakeEvaluator make) {
    if (operations(functions).total() <= most_to_compile) return make;
    return make == tiered ? tiered_at_leisure : interpreted;
}

// The terms of the sum that an expression is as it is written; of a multiple a (b + c) of a sum, a b and a c. What would have to
// be multiplied out is one term: (x − c)² is small near c, though x² and c² are not.
std::vector<Expr> parts_of(Expr e) {
    Context& c = e.context();
    std::vector<Expr> parts;
    for (const Term& term : terms_of(e)) parts.push_back(term.expr * term.coefficient);
    const Node node = c.node(split_coefficient(c, e.id()).second);
    if (parts.size() != 1 || node.kind != Kind::product) return parts;
    Expr sum;
    for (std::size_t k = 0; k + 1 < node.count; k += 2) {
        if (c.node(node.args[k]).kind != Kind::sum) continue;
        if (sum || c.number_at(node.args[k + 1]) != Rational(1)) return parts;
        sum = Expr(c, node.args[k]);
    }
    if (!sum) return parts;
    const Expr rest = e / sum;
    parts.clear();
    for (const Term& term : terms_of(sum)) parts.push_back(rest * (term.expr * term.coefficient));
    return parts;
}

// (N/2) Σ f_μ², which the law adds to L; empty if it adds nothing.
Expr added_energy(const System& system, const EquationForm& form) {
    if (form.id != "added-mass" || !system.motion.stiffness) return {};
    Expr sum = system.c().zero();
    for (const Constraint& k : system.constraints)
        if (k.kind != Constraint::Kind::geometric) sum += pow(k.residual, 2);
    return system.motion.stiffness / 2 * sum;
}

// v ∂f/∂v = k f for a whole k: then the reaction along ∂f/∂v does no work where f = 0.
bool is_homogeneous(Expr f, const std::vector<Expr>& v) {
    const Expr work = dot(gradient(f, v), v);
    return vanishes(work - f) || vanishes(work - 2 * f);
}

bool is_constant(Expr e) {
    return std::ranges::none_of(symbols_of(e), [](const Expr& s) {
        return s.symbol().kind == SymbolKind::variable || s.symbol().kind == SymbolKind::time;
    });
}

// Of a constraint on velocities ∂f/∂v_i times v_i. What rounding leaves of a velocity is no term of its own where others are larger: a v_i
// with a constant inertia counts as what the energy of all of those would make of it alone, √(Σ M_jj v_j²/M_ii).
std::vector<Expr> parts_by_velocity(const System& system, Expr f) {
    const std::vector<Expr> v = system.velocities(), slope = gradient(f, v);
    std::vector<Expr> inertia;
    Expr squares = system.c().zero();
    for (const Expr& u : v) {
        inertia.push_back(derivative(derivative(system.L, u), u));
        if (!is_constant(inertia.back())) inertia.back() = system.c().zero();
        squares += inertia.back() * pow(u, 2);
    }
    std::vector<Expr> parts;
    for (std::size_t i = 0; i < v.size(); ++i) {
        if (slope[i] == system.c().zero()) continue;
        const bool is_known = inertia[i] != system.c().zero();
        parts.push_back(slope[i] * (is_known ? sqrt(squares / inertia[i]) : v[i]));
    }
    return parts;
}

}  // namespace

bool keeps_energy(const System& system, const EquationForm& form) {
    if (form.role == EquationForm::Role::control) return false;
    const EquationForm& law = law_behind(form, system);
    const Expr added = added_energy(system, law);
    if (law.id != "lagrange-multipliers" && law.id != "articulated-body" && law.id != "core" &&
        law.id != "vakonomic" && law.id != "free" && !added)
        return false;
    const auto stands_still = [&](Expr e) {
        return vanishes(derivative(e, system.t)) &&
               std::ranges::none_of(system.switches, [&](const Switch& s) {
                   return Walk(e).contains(s.side.id()) && !vanishes(derivative(s.function, system.t));
               });
    };
    if (added && !stands_still(added)) return false;
    if (!stands_still(system.L) || !std::ranges::all_of(system.Q, vanishes)) return false;
    return std::ranges::all_of(system.constraints, [&](const Constraint& k) {
        if (k.kind == Constraint::Kind::geometric) return stands_still(k.residual);
        if (law.id == "free" || added) return true;
        return is_homogeneous(k.residual, system.velocities()) &&
               (law.id != "vakonomic" || stands_still(k.residual));
    });
}

std::vector<DriftMonitor::Watched> DriftMonitor::watched(const System& system, const EquationForm& form,
                                                         const Formulation& law) {
    std::vector<Watched> list;
    const std::vector<Expr> v = system.velocities();
    const bool is_own_law = form.role != EquationForm::Role::control &&
                            law_behind(form, system).id == law_behind(law_of_motion(system), system).id;
    const auto add = [&](const std::string& name, Drift::Kind kind, Expr e, std::vector<Expr> parts,
                         bool is_due) {
        if (std::ranges::find(list, name, &Watched::name) != list.end()) return;
        std::vector<Expr> functions{e};
        if (parts.size() > 1) functions.insert(functions.end(), parts.begin(), parts.end());
        list.push_back({name, kind, e, law.lowered(functions), is_due});
    };
    const auto add_energy = [&](const std::string& name, bool is_due) {
        add(name, Drift::Kind::integral, energy_of(system), {system.T, energy_of(system.T, v), system.V},
            is_due);
    };
    const auto add_constraint = [&](const std::string& name, const Expr& residual) {
        std::vector<Expr> parts = parts_of(residual);
        for (const Expr& part : parts_by_velocity(system, residual)) parts.push_back(part);
        add("constraint " + name, Drift::Kind::constraint, residual, std::move(parts), true);
    };
    const Expr added = added_energy(system, form);
    if (keeps_energy(system, form) && added)
        add("energy with the added mass", Drift::Kind::integral, energy_of(system.L + added, v),
            {system.T, energy_of(system.T, v), system.V, added}, true);
    else if (keeps_energy(system, form))
        add_energy("energy", true);
    for (const Expectation& e : system.expectations) {
        if (e.kind != Expectation::Kind::integral) continue;
        try {
            if (e.name == "energy")
                add_energy(e.name, is_own_law);
            else if (e.left)
                add(e.name, Drift::Kind::integral, e.left, parts_of(e.left), is_own_law);
        } catch (const Unavailable&) {
            // Multipliers under a law that has none: the model speaks of another one.
        }
    }
    for (const Constraint& k : system.constraints)
        if (k.kind == Constraint::Kind::geometric || keeps_velocity_constraints(form))
            add_constraint(k.name, k.residual);
    for (const RedundantConstraint& k : system.redundant)
        if (k.residual) add_constraint(k.name, k.residual);
    return list;
}

namespace {

std::vector<Expr> joined(const auto& watched) {
    std::vector<Expr> all;
    for (const auto& w : watched) all.insert(all.end(), w.functions.begin(), w.functions.end());
    return all;
}

}  // namespace

struct DriftMonitor::Causes {
    std::optional<RateFunction> rates;  // of the law
    std::map<std::size_t, std::optional<StateFunctions>>
        of;  // the rate of change of each; none where the law does not know it
};

DriftMonitor::DriftMonitor(const System& system, const EquationForm& form, const Formulation& law,
                           MakeEvaluator make)
    : DriftMonitor(watched(system, form, law), law, make) {}

DriftMonitor::DriftMonitor(std::vector<Watched> list, const Formulation& law, MakeEvaluator make)
    : functions_(law.equations(), joined(list), made_for(joined(list), make)),
      causes_(std::make_shared<Causes>()) {
    for (const Watched& w : list) {
        drifts_.push_back({.name = w.name, .kind = w.kind, .is_due = w.is_due});
        wholes_.push_back(w.whole);
        counts_.push_back(w.functions.size());
    }
    scales_.assign(list.size(), 0);
    values_.resize(functions_.size());
}

void DriftMonitor::observe(double t, std::span<const double> y, std::span<const double> p,
                           std::span<const double> z) {
    functions_(t, y, p, z, values_);
    const double* value = values_.data();
    for (std::size_t k = 0; k < drifts_.size(); ++k) {
        Drift& d = drifts_[k];
        const double now = *value++;
        double scale_now = 0;
        for (std::size_t i = 1; i < counts_[k]; ++i, ++value)
            if (std::isfinite(*value)) scale_now = std::max(scale_now, std::fabs(*value));
        if (!has_begun_) d.initial = d.kind == Drift::Kind::integral ? now : 0;
        const double change = std::fabs(now - d.initial);
        if (!std::isfinite(change)) {
            if (!d.lost_at) d.lost_at = t;
            continue;
        }
        scales_[k] = std::max(scales_[k], scale_now);
        const double scale = std::max(std::fabs(d.initial), scales_[k]);
        d.change = std::max(d.change, change);
        d.relative = scale > 0 ? d.change / scale : d.change;
    }
    has_begun_ = true;
}

// By how much the last digit of each variable changes the k-th.
double DriftMonitor::rounding(std::size_t k, const Place& at, std::span<const double> p) {
    const std::size_t place =
        std::accumulate(counts_.begin(), counts_.begin() + static_cast<long>(k), std::size_t{0});
    const auto value = [&](const std::vector<double>& y) {
        functions_(at.t, y, p, at.z, values_);
        return values_[place];
    };
    const double here = value(at.y);
    double sum = 0;
    for (std::size_t i = 0; i < at.y.size(); ++i) {
        std::vector<double> y = at.y;
        y[i] *= 1 + 2 * std::numeric_limits<double>::epsilon();
        sum += std::fabs(value(y) - here);
    }
    return sum;
}

bool DriftMonitor::has_noticeable() const {
    return !std::ranges::all_of(drifts_, [](const Drift& d) { return d.relative <= noticeable_drift; });
}

StateFunctions* DriftMonitor::rate_of(const Formulation& law, std::size_t k) {
    const auto [found, is_new] = causes_->of.try_emplace(k);
    if (is_new) try {
            found->second.emplace(law.equations(), std::vector{law.lowered(Dt(wholes_[k]))});
        } catch (const Unavailable&) {
            // Its rate holds what the law does not know.
        }
    return found->second ? &*found->second : nullptr;
}

void DriftMonitor::explain(const Formulation& law, std::span<const double> p, const Place& first,
                           const Place& last, double tolerance) {
    if (!has_noticeable()) return;
    if (!causes_->rates) causes_->rates.emplace(law.equations());
    RateFunction& rates = *causes_->rates;
    rates.set_parameters(p);
    for (std::size_t k = 0; k < drifts_.size(); ++k) {
        Drift& d = drifts_[k];
        if (!(d.relative > noticeable_drift)) continue;
        double rate = 0;
        std::vector<double> z(rates.unknowns());
        StateFunctions* const function = rate_of(law, k);
        for (const Place* at : {&first, &last}) {
            double there = 0;
            if (!function || !rates.solve(at->t, at->y, z)) continue;
            (*function)(at->t, at->y, p, z, {&there, 1});
            if (std::isfinite(there)) rate = std::max(rate, std::fabs(there));
        }
        const double by_rounding = std::max(rounding(k, first, p), rounding(k, last, p));
        if (d.change <= 100 * by_rounding) {
            d.reason = "the state in double precision determines it only to " + decimal(by_rounding, 1);
            d.is_due = false;
        } else if (rate * std::fabs(last.t - first.t) > d.change / 100 && !d.is_due)
            d.reason = "this law does not conserve it: its rate of change reaches " + decimal(rate, 3);
        else if (rate * std::fabs(last.t - first.t) > d.change / 100)
            d.reason = "the equations do not conserve it: its rate of change reaches " + decimal(rate, 3);
        else if (tolerance > 1e-14)
            d.reason = "the tolerance of the steps is " + decimal(tolerance, 1);
    }
}

}  // namespace anholon
