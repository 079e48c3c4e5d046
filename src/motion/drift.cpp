#include "motion/drift.hpp"

#include <algorithm>
#include <cmath>

#include "expr/build.hpp"
#include "expr/walk.hpp"
#include "model/request.hpp"

namespace anholon {

namespace {

// To compile so many functions takes longer than they do.
constexpr std::size_t most_to_compile = 60;

// The terms of the sum that an expression is once multiplied out.
std::vector<Expr> parts_of(Expr e) {
    const Expr open = expand(e, 200);
    std::vector<Expr> parts;
    for (const Term& term : terms_of(open)) parts.push_back(term.expr * term.coefficient);
    return parts.size() > 200 ? std::vector<Expr>{} : parts;
}

// v ∂f/∂v = k f for a whole k: then the reaction along ∂f/∂v does no work where f = 0.
bool is_homogeneous(Expr f, const std::vector<Expr>& v) {
    const Expr work = dot(gradient(f, v), v);
    return vanishes(work - f) || vanishes(work - 2 * f);
}

bool holds_a_sum(const Expr& term) {
    const auto [factor, id] = split_coefficient(term.context(), term.id());
    const Node node = term.context().node(id);
    if (node.kind != Kind::product) return node.kind == Kind::sum;
    for (std::size_t k = 0; k + 1 < node.count; k += 2)
        if (term.context().node(node.args[k]).kind == Kind::sum) return true;
    return false;
}

std::vector<Expr> parts_by_velocity(const System& system, Expr f) {
    const std::vector<Expr> v = system.velocities(), slope = gradient(f, v);
    std::vector<Expr> parts;
    for (std::size_t i = 0; i < v.size(); ++i)
        if (slope[i] != system.c().zero()) parts.push_back(slope[i] * v[i]);
    return parts;
}

}  // namespace

bool keeps_energy(const System& system, const EquationForm& form) {
    if (form.role == EquationForm::Role::control) return false;
    const EquationForm& law = law_behind(form);
    if (law.id != "lagrange-multipliers" && law.id != "vakonomic" && law.id != "free") return false;
    const auto stands_still = [&](Expr e) {
        return vanishes(derivative(e, system.t)) &&
               std::ranges::none_of(system.switches, [&](const Switch& s) {
                   return Walk(e).contains(s.side.id()) && !vanishes(derivative(s.function, system.t));
               });
    };
    if (!stands_still(system.L) || !std::ranges::all_of(system.Q, vanishes)) return false;
    return std::ranges::all_of(system.constraints, [&](const Constraint& k) {
        if (k.kind == Constraint::Kind::geometric) return stands_still(k.residual);
        if (law.id == "free") return true;
        return is_homogeneous(k.residual, system.velocities()) &&
               (law.id != "vakonomic" || stands_still(k.residual));
    });
}

std::vector<DriftMonitor::Watched> DriftMonitor::watched(const System& system, const EquationForm& form,
                                                         const Formulation& law) {
    std::vector<Watched> list;
    const auto add = [&](const std::string& name, Drift::Kind kind, Expr e) {
        const auto same = std::ranges::find(list, name, &Watched::name);
        if (same != list.end()) return;
        std::vector<Expr> functions{e};
        std::vector<Expr> parts = parts_of(e);
        // Too long to be multiplied out: what each velocity adds to a constraint on them.
        if (kind == Drift::Kind::constraint && std::ranges::any_of(parts, holds_a_sum))
            for (const Expr& part : parts_by_velocity(system, e)) parts.push_back(part);
        if (parts.size() > 1) functions.insert(functions.end(), parts.begin(), parts.end());
        list.push_back({name, kind, law.lowered(functions)});
    };
    if (keeps_energy(system, form)) add("energy", Drift::Kind::integral, energy_of(system));
    for (const Expectation& e : system.expectations) {
        if (e.kind != Expectation::Kind::integral) continue;
        const bool is_energy = e.name == "energy";
        try {
            add(e.name, Drift::Kind::integral, is_energy ? energy_of(system) : e.left);
        } catch (const Unavailable&) {
            // Multipliers under a law that has none: the model speaks of another one.
        }
    }
    for (const Constraint& k : system.constraints)
        if (k.kind == Constraint::Kind::geometric || keeps_velocity_constraints(form))
            add("constraint " + k.name, Drift::Kind::constraint, k.residual);
    return list;
}

namespace {

std::vector<Expr> joined(const auto& watched) {
    std::vector<Expr> all;
    for (const auto& w : watched) all.insert(all.end(), w.functions.begin(), w.functions.end());
    return all;
}

}  // namespace

DriftMonitor::DriftMonitor(const System& system, const EquationForm& form, const Formulation& law,
                           MakeEvaluator make)
    : DriftMonitor(watched(system, form, law), law, make) {}

DriftMonitor::DriftMonitor(std::vector<Watched> list, const Formulation& law, MakeEvaluator make)
    : functions_(law.equations(), joined(list), joined(list).size() > most_to_compile ? interpreted : make) {
    for (const Watched& w : list) {
        drifts_.push_back({w.name, w.kind});
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
        for (std::size_t i = 1; i < counts_[k]; ++i) scales_[k] = std::max(scales_[k], std::fabs(*value++));
        if (!has_begun_) d.initial = d.kind == Drift::Kind::integral ? now : 0;
        const double change = std::fabs(now - d.initial), scale = std::max(std::fabs(d.initial), scales_[k]);
        if (std::isnan(change) || change > d.change) d.change = change;
        d.relative = scale > 0 ? d.change / scale : d.change;
    }
    has_begun_ = true;
}

}  // namespace anholon
