#include "motion/moving_system.hpp"

#include <algorithm>

#include "base/stopwatch.hpp"
#include "expr/walk.hpp"
#include "model/state/parameter_values.hpp"
#include "motion/method_choice.hpp"

namespace anholon {

namespace {

const EquationForm& chosen_form(const System& system, const SimulationOptions& options) {
    const Setting setting(system);
    // A form may apply to a system as stated and not on one side of its switches, where bodies are no longer known as such.
    if (options.form && !system.switches.empty())
        if (const Reason why = options.form->inapplicable(setting))
            throw Unavailable(options.form->title +
                              " does not apply to motions with these switches: " + *why);
    return as_integrated(options.form ? *options.form : form_to_integrate(setting), setting);
}

std::vector<Observable> columns_of(const System& system, const EquationForm& form, const Formulation& law,
                                   const SimulationOptions& options) {
    using Kind = Observable::Kind;
    std::vector<Observable> list = standard_observables(system, law, options.quadratures);
    if (options.columns) {
        list.resize(1);
        list.insert(list.end(), options.columns->begin(), options.columns->end());
    } else if (form.role == EquationForm::Role::control) {
        // Accelerations and multipliers are those of the law, which a control does not obey.
        std::erase_if(list, [](const Observable& o) { return o.kind == Kind::multiplier; });
    }
    list.insert(list.end(), options.more.begin(), options.more.end());
    for (std::size_t k = list.size(); k-- > 0;)
        if (std::ranges::find(list, list[k].name, &Observable::name) - list.begin() < static_cast<long>(k))
            list.erase(list.begin() + static_cast<long>(k));
    return list;
}

std::vector<Expr> inputs_outside_constraints(const System& system) {
    std::vector<Expr> list;
    for (const Parameter& p : system.parameters) {
        const auto is_in = [&](const Expr& e) { return e && Walk(e).contains(p.symbol.id()); };
        if (p.is_input && std::ranges::none_of(system.constraints, is_in, &Constraint::residual) &&
            std::ranges::none_of(system.redundant, is_in, &RedundantConstraint::residual) &&
            std::ranges::none_of(system.relations, is_in))
            list.push_back(p.symbol);
    }
    return list;
}

}  // namespace

MovingSystem::MovingSystem(const System& system, SimulationOptions options)
    : stated_(system),
      options_(std::move(options)),
      loose_inputs_(inputs_outside_constraints(system)),
      quick_start_(system, options_.initial.experiment),
      quadratures_(options_.quadratures),
      switches_(std::shared_ptr<const System>(std::shared_ptr<void>(), &system), moved_expressions(),
                evaluated_expressions()),
      form_(timed(seconds_.derive,
                  [&]() -> const EquationForm& { return chosen_form(this->system(), options_); })),
      law_(timed(
          seconds_.derive,
          [&] { return Formulation(this->system(), law_behind(form_, this->system()), {}, quadratures_); })),
      columns_(columns_of(this->system(), form_, law_, options_)),
      column_functions_(timed(seconds_.compile, [&] { return functions_of(columns_); })),
      drift_(
          timed(seconds_.compile, [&] { return DriftMonitor(this->system(), form_, law_, options_.make); })),
      guards_(timed(seconds_.compile, [&] { return Guards(this->system(), form_, law_, options_.make); })),
      coulomb_(timed(seconds_.compile, [&] { return Coulomb(this->system(), law_, options_.make); })),
      impulse_(timed(seconds_.compile, [&] { return Impulse(this->system(), form_, law_, options_.make); })) {
    const bool has_guards = !guards_.is_empty() && !options_.keeps_contact;
    const bool needs_unknowns = column_functions_.need_unknowns() || drift_.need_unknowns() ||
                                (has_guards && guards_.need_unknowns());
    if (needs_unknowns && form_.role == EquationForm::Role::control)
        throw Unavailable(form_.title +
                          " is a control: accelerations and multipliers are not those of its motion");
    timed(seconds_.compile, [&] {
        if (needs_unknowns) law_rates_.emplace(law_.equations(), options_.make);
        if (keeps_velocity_constraints(form_))
            pivots_.emplace(this->system(), law_.equations(), options_.make);
        if (pivots_ && pivots_->is_empty()) pivots_.reset();
        if (!switches_.is_empty()) find_jumping_events();
    });
}

std::vector<Expr*> MovingSystem::moved_expressions() {
    std::vector<Expr*> list;
    for (Quadrature& quadrature : quadratures_) list.push_back(&quadrature.integrand);
    for (WatchedEvent& event : options_.events) list.push_back(&event.function);
    return list;
}

std::vector<Expr*> MovingSystem::evaluated_expressions() {
    std::vector<Expr*> list;
    for (Observable& column : options_.more) list.push_back(&column.value);
    if (options_.columns)
        for (Observable& column : *options_.columns) list.push_back(&column.value);
    return list;
}

void MovingSystem::find_jumping_events() {
    std::vector<Expr> functions;
    for (std::size_t k = 0; k < options_.events.size(); ++k) {
        const Walk walk(options_.events[k].function);
        const bool jumps = std::ranges::any_of(system().switches,
                                               [&](const Switch& s) { return walk.contains(s.side.id()); });
        if (!jumps) continue;
        jumping_events_.push_back(k);
        functions.push_back(law_.lowered(options_.events[k].function));
    }
    if (!functions.empty()) jumping_functions_.emplace(law_.equations(), functions, options_.make);
}

double MovingSystem::tolerance(const Method& method) const {
    if (!options_.tolerance) return method.tolerance;
    // One that was given with another method in mind may be more than this one can do.
    return options_.method ? *options_.tolerance : std::max(*options_.tolerance, method.least_tolerance);
}

std::shared_ptr<const CompiledForm> MovingSystem::carrier(const IndependentVelocities& independent,
                                                          SimulationSeconds& seconds) const {
    const std::lock_guard lock(one_at_a_time_);
    const auto known = carriers_.find(independent);
    if (known != carriers_.end() && known->second) return known->second;
    Formulation formulation = timed(seconds.derive, [&] {
        Formulation f(system(), form_, independent, quadratures_);
        f.shorten();
        return f;
    });
    const IndependentVelocities chosen = formulation.independent();
    std::shared_ptr<const CompiledForm>& made = carriers_[chosen];
    if (!made)
        made = timed(seconds.compile, [&] {
            CompiledForm compiled{ActiveForm(system(), std::move(formulation), law_, options_.make), {}};
            if (!switches_.is_empty()) compiled.switching.emplace(compiled.form.formulation(), system());
            const Formulation& f = compiled.form.formulation();
            const MethodChoice choice = options_.method ? MethodChoice{options_.method}
                                        : f.has_roots_at_switches()
                                            ? method_through_roots()
                                            : cheapest_method(f.equations(), options_.tolerance);
            compiled.method = choice.method;
            compiled.why_method = choice.why;
            return std::make_shared<const CompiledForm>(std::move(compiled));
        });
    const std::shared_ptr<const CompiledForm> found = made;
    return carriers_[independent] = found;
}

std::unique_ptr<Integrator> MovingSystem::integrator(const CompiledForm& carrier, const Method& method,
                                                     int direction, SimulationSeconds& seconds) const {
    const std::lock_guard lock(one_at_a_time_);
    auto& made = carrier.integrators[{&method, direction}];
    if (!made)
        made = timed(seconds.compile, [&] {
            const Formulation& formulation = carrier.form.formulation();
            Problem problem{formulation.equations()};
            for (const WatchedEvent& e : options_.events)
                problem.events.push_back({formulation.lowered(e.function), direction * e.direction});
            switches_.watch(formulation, problem.events);
            Coulomb::watch(system(), formulation, problem.events);
            return method.make(std::move(problem), tolerance(method), options_.make);
        });
    return made->another();
}

Reason MovingSystem::inapplicable(const std::vector<std::size_t>& independent,
                                  SimulationSeconds& seconds) const {
    const std::lock_guard lock(one_at_a_time_);
    const auto known = inapplicable_.find(independent);
    if (known != inapplicable_.end()) return known->second;
    return inapplicable_[independent] =
               timed(seconds.derive, [&] { return form_.inapplicable(Setting(system(), independent)); });
}

std::string MovingSystem::names(const std::vector<std::size_t>& velocities) const {
    const std::lock_guard lock(one_at_a_time_);
    std::string list;
    for (const std::size_t i : velocities)
        list += (list.empty() ? "" : ", ") + symbol_text(system().velocities()[i].symbol());
    return list;
}

InitialState MovingSystem::initial_state(const InitialStateOptions& options) const {
    if (auto state = quick_start_(options)) return std::move(*state);
    const std::lock_guard lock(one_at_a_time_);
    return possible_initial_state(stated_, options);
}

std::vector<double> MovingSystem::parameters(const InitialStateOptions& options) const {
    std::vector<double> p;
    for (const auto& [symbol, value] : parameter_point(system(), options)) p.push_back(value.to_double());
    return p;
}

bool MovingSystem::are_loose(const std::vector<std::pair<Expr, Rational>>& parameters) const {
    return std::ranges::all_of(parameters, [&](const auto& one) {
        return std::ranges::find(loose_inputs_, one.first) != loose_inputs_.end();
    });
}

std::optional<Diagnostic> MovingSystem::outside_range(const InitialStateOptions& options) const {
    const std::lock_guard lock(one_at_a_time_);
    return derived_outside_range(stated_, parameter_point(stated_, options));
}

StateFunctions MovingSystem::functions_of(const std::vector<Observable>& columns) const {
    const std::lock_guard lock(one_at_a_time_);
    std::vector<Expr> values;
    for (const Observable& c : columns) values.push_back(c.value);
    return StateFunctions(law_.equations(), law_.lowered(std::move(values)), options_.make);
}

void MovingSystem::explain(DriftMonitor& drift, std::span<const double> p, const DriftMonitor::Place& first,
                           const DriftMonitor::Place& last, double tolerance) const {
    if (!drift.has_noticeable()) return;
    const std::lock_guard lock(one_at_a_time_);
    drift.explain(law_, p, first, last, tolerance);
}

}  // namespace anholon
