#include "study/flow.hpp"

#include <algorithm>

#include "code/eliminated.hpp"
#include "code/tiered.hpp"
#include "expr/derivative.hpp"
#include "expr/walk.hpp"
#include "model/friction_refusal.hpp"
#include "model/request.hpp"
#include "model/state/parameter_values.hpp"
#include "motion/drift.hpp"
#include "motion/switches.hpp"

namespace anholon {

namespace {

bool depends(const Expr& e, const Expr& on) {
    if (e.is_number() || !Walk(e).contains(on.id())) return false;
    const Expr slope = derivative(e, on);
    return !slope.is_number() || !slope.number().is_zero();
}

bool has_switches(const System& system) {
    return !Switches(std::shared_ptr<const System>(std::shared_ptr<void>(), &system), {}, {}).is_empty();
}

Formulation formulation_of(const System& system) {
    const Setting setting(system);
    const EquationForm& form = as_integrated(form_to_integrate(setting), setting);
    Formulation formulation(system, form);
    if (!formulation.independent()) return formulation;
    return Formulation(system, law_behind(form, system));
}

}  // namespace

Flow::Flow(const System& system, const InitialStateOptions& start)
    : system_(system),
      formulation_(formulation_of(system)),
      law_(system, law_behind(formulation_.form(), system)),
      guards_(system, formulation_.form(), law_, tiered) {
    if (const auto why = no_smooth_equations(system)) throw NoFlow(*why);
    if (has_switches(system))
        throw NoFlow(
            "the model contains abs, sign or if, so motions beside a motion may take another branch");
    formulation_.shorten();
    form_.emplace(system, formulation_, law_, tiered);
    if (guards_.need_unknowns()) law_rates_.emplace(law_.equations(), tiered);
    y_.resize(law_.equations().state.size());
    z_.resize(law_.equations().unknowns.size());
    for (const auto& [symbol, value] : parameter_point(system, start))
        parameters_.push_back(value.to_double());
    start_ = this->start(start);
    const RateEquations& e = formulation_.equations();
    const std::vector<std::size_t> pivots = pivots_at(e, 0, start_, parameters_);
    if (pivots.empty() && !e.unknowns.empty())
        throw NoFlow("the linear system for the accelerations is singular at the initial state");
    equations_ = eliminated(e, pivots);
    const ResidualsToKeep kept = residuals_to_keep(system, formulation_);
    for (const auto* list : {&kept.of_coordinates, &kept.of_velocities})
        surface_.insert(surface_.end(), list->functions.begin(), list->functions.end());
    is_autonomous_ = std::ranges::none_of(equations_.rates, [&](const Expr& f) { return depends(f, e.t); }) &&
                     std::ranges::none_of(surface_, [&](const Expr& R) { return depends(R, e.t); });
    find_integrals();
}

std::vector<double> Flow::start(const InitialStateOptions& options) {
    const InitialState initial = possible_initial_state(system_, options);
    const std::vector<Expr>& symbols = law_.equations().state;
    for (std::size_t k = 0; k < symbols.size(); ++k)
        for (const auto* list : {&initial.q, &initial.v, &initial.lambda, &initial.states})
            for (const InitialVariable& x : *list)
                if (x.symbol == symbols[k]) y_[k] = x.value;
    std::vector<double> p, x(formulation_.equations().state.size());
    for (const auto& [symbol, value] : parameter_point(system_, options)) p.push_back(value.to_double());
    form_->write(0, y_, p, x);
    if (!project(0, x, p)) throw NoFlow(why());
    return x;
}

Expr Flow::written(const Expr& e) const {
    const Expr low = formulation_.lowered(e);
    for (const Expr& z : formulation_.equations().unknowns)
        if (depends(low, z)) throw Unavailable("it contains accelerations or multipliers");
    return low;
}

void Flow::find_integrals() {
    const auto add = [&](const std::string& name, const Expr& function) {
        try {
            const Expr F = written(function);
            if (!depends(F, system_.t)) integrals_.push_back({name, F});
        } catch (const Unavailable&) {
            // It holds what the state does not tell.
        }
    };
    const auto is_integral = [](const Expectation& e) { return e.kind == Expectation::Kind::integral; };
    const bool expects_energy = std::ranges::any_of(
        system_.expectations, [&](const Expectation& e) { return is_integral(e) && e.name == "energy"; });
    if (expects_energy || keeps_energy(system_, formulation_.form())) add("energy", energy_of(system_));
    for (const Expectation& e : system_.expectations)
        if (is_integral(e) && e.left) add(e.name, e.left);
}

bool Flow::project(double t, std::span<double> x, std::span<const double> p) {
    return form_->projection()(t, x, p);
}

std::optional<std::string> Flow::broken(double t, std::span<const double> x, std::span<const double> p) {
    if (guards_.is_empty()) return std::nullopt;
    if (!form_->read(t, x, p, y_)) return "the velocities have no value";
    if (law_rates_) {
        law_rates_->set_parameters(p);
        if (!law_rates_->solve(t, y_, z_)) return law_rates_->why();
    }
    return guards_.broken(t, y_, p, z_);
}

std::optional<std::size_t> parameter_place(const Flow& flow, const Expr& symbol) {
    const std::vector<Expr>& parameters = flow.equations().parameters;
    const auto at = std::ranges::find(parameters, symbol);
    if (at == parameters.end()) return std::nullopt;
    return static_cast<std::size_t>(at - parameters.begin());
}

}  // namespace anholon
