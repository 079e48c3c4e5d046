#include "motion/simulation.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "base/text.hpp"

namespace anholon {

namespace {

// Below it other velocities are taken for the independent ones.
constexpr double least_quality = 0.5;
// Quasi-velocities that the model states are kept longer: until they are so much worse than they have been at their best, which no
// choice of units changes.
constexpr double least_part_of_stated = 0.05, least_quality_of_stated = 1e-8;

// The value of f(), the seconds it took added to a total.
decltype(auto) timed(double& total, auto&& f) {
    struct Stopwatch {
        double& total;
        std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
        ~Stopwatch() {
            total += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        }
    } const watch{total};
    return f();
}

const EquationForm& chosen_form(const System& system, const SimulationOptions& options) {
    return options.form ? *options.form : form_to_integrate(Setting(system));
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

std::vector<Expr> values(const std::vector<Observable>& columns) {
    std::vector<Expr> list;
    for (const Observable& c : columns) list.push_back(c.value);
    return list;
}

}  // namespace

Simulation::Simulation(const System& system, SimulationOptions options)
    : system_(system),
      options_(std::move(options)),
      form_(timed(result_.seconds.derive,
                  [&]() -> const EquationForm& { return chosen_form(system, options_); })),
      law_(timed(result_.seconds.derive,
                 [&] { return Formulation(system, law_behind(form_), {}, options_.quadratures); })),
      columns_(columns_of(system, form_, law_, options_)),
      column_functions_(timed(
          result_.seconds.compile,
          [&] { return StateFunctions(law_.equations(), law_.lowered(values(columns_)), options_.make); })),
      drift_(
          timed(result_.seconds.compile, [&] { return DriftMonitor(system, form_, law_, options_.make); })),
      guards_(timed(result_.seconds.compile, [&] { return Guards(system, form_, law_, options_.make); })),
      direction_(options_.until < 0 ? -1 : 1) {
    const bool has_guards = !guards_.is_empty() && !options_.keeps_contact;
    const bool needs_unknowns = column_functions_.need_unknowns() || drift_.need_unknowns() ||
                                (has_guards && guards_.need_unknowns());
    if (needs_unknowns && form_.role == EquationForm::Role::control)
        throw Unavailable(form_.title +
                          " is a control: accelerations and multipliers are not those of its motion");
    if (needs_unknowns)
        law_rates_ = timed(result_.seconds.compile,
                           [&] { return std::make_unique<RateFunction>(law_.equations(), options_.make); });
    y_.resize(law_.equations().state.size());
    z_.assign(law_.equations().unknowns.size(), std::numeric_limits<double>::quiet_NaN());
    row_.resize(columns_.size());
    set_initial_state();
    leave_out_integrals();
    method_ = options_.method ? options_.method : &all_methods().front();
    activate(std::nullopt, 0);
    watch_pivots(0);
    watch_stiffness(0);
    start(0);
    has_started_ = true;
}

// --- the state and the form that carries it

void Simulation::set_initial_state() {
    for (const Parameter& p : system_.parameters) p_.push_back(p.value.to_double());
    const auto set = [&](const std::vector<std::pair<Expr, Rational>>& assignments) {
        for (const auto& [symbol, value] : assignments)
            for (std::size_t k = 0; k < p_.size(); ++k)
                if (system_.parameters[k].symbol == symbol) p_[k] = value.to_double();
    };
    if (options_.initial.experiment) set(options_.initial.experiment->parameters);
    set(options_.initial.parameters);
    if (law_rates_) law_rates_->set_parameters(p_);

    initial_ = possible_initial_state(system_, options_.initial);
    const std::vector<Expr>& symbols = law_.equations().state;
    for (std::size_t k = 0; k < symbols.size(); ++k)
        for (const auto* list : {&initial_.q, &initial_.v, &initial_.lambda})
            for (const InitialVariable& x : *list)
                if (x.symbol == symbols[k]) y_[k] = x.value;
}

// An integral of the model that has no value where this motion starts says nothing of it.
void Simulation::leave_out_integrals() {
    if (law_rates_ && !law_rates_->solve(0, y_, z_)) return;
    column_functions_(0, y_, p_, z_, row_);
    std::vector<Observable> kept;
    for (std::size_t k = 0; k < columns_.size(); ++k) {
        if (columns_[k].kind != Observable::Kind::integral || std::isfinite(row_[k]))
            kept.push_back(columns_[k]);
        else
            result_.notes.push_back("'" + columns_[k].name + "' has no value at the start and is left out");
    }
    if (kept.size() == columns_.size()) return;
    columns_ = std::move(kept);
    column_functions_ = StateFunctions(law_.equations(), law_.lowered(values(columns_)), options_.make);
    row_.resize(columns_.size());
}

// Makes the form with these independent velocities carry the state y_; with those that it chooses if none are given.
void Simulation::activate(const IndependentVelocities& independent, double t) {
    const auto known = independent ? carriers_.find(*independent) : carriers_.end();
    if (known != carriers_.end()) {
        carrier_ = &known->second;
    } else {
        Formulation formulation = timed(result_.seconds.derive, [&] {
            Formulation f(system_, form_, independent, options_.quadratures);
            f.shorten();
            return f;
        });
        carrier_ = &carriers_[formulation.independent().value_or(std::vector<std::size_t>{})];
        carrier_->form = timed(result_.seconds.compile, [&] {
            return std::make_unique<ActiveForm>(system_, std::move(formulation), law_, options_.make);
        });
    }
    x_.resize(form().size());
    form().write(t, y_, p_, x_);
}

double Simulation::tolerance() const {
    if (!options_.tolerance) return method_->tolerance;
    // One that was given with another method in mind may be more than this one can do.
    return options_.method ? *options_.tolerance : std::max(*options_.tolerance, method_->least_tolerance);
}

void Simulation::start(double t) {
    const Formulation& formulation = form().formulation();
    timed(result_.seconds.compile, [&] {
        if (carrier_->method != method_) {
            Problem problem{formulation.equations()};
            for (const WatchedEvent& e : options_.events)
                problem.events.push_back({formulation.lowered(e.function), direction_ * e.direction});
            carrier_->integrator = method_->make(std::move(problem), tolerance(), options_.make);
            carrier_->method = method_;
        }
        integrator().start(t, x_, p_);
    });
    result_.method = method_->name;
}

// Takes other velocities for the independent ones before the constraints can no longer be solved for the rest.
void Simulation::watch_pivots(double t) {
    const Formulation& formulation = form().formulation();
    if (!formulation.has_free_velocities()) return;
    if (!pivots_) pivots_.emplace(system_, law_.equations(), options_.make);
    const IndependentVelocities& independent = formulation.independent();
    const Pivots::Choice choice = pivots_->at(t, y_, p_, independent);
    best_stated_ = std::max(best_stated_, independent ? 0 : choice.quality);
    const double least =
        independent ? least_quality : std::max(least_quality_of_stated, least_part_of_stated * best_stated_);
    if (choice.quality >= least || independent == choice.best) return;
    if (result_.picks++ == 0) first_pick_ = t;
    activate(choice.best, t);
    if (has_started_) start(t);
}

void Simulation::watch_stiffness(double t) {
    if (options_.method || method_->is_for_stiff) return;
    const Stiffness stiffness =
        timed(result_.seconds.derive, [&] { return form().stiffness_at(t, x_, p_, direction_); });
    const double steps = static_cast<double>(result_.steps - std::exchange(steps_checked_, result_.steps));
    const double step = steps > 0 ? std::fabs(t - checked_at_) / steps : 0;
    checked_at_ = t;
    if (!is_stiff(stiffness, step, options_.until - t)) return;
    method_ = &stiff_method();
    result_.notes.push_back("from t = " + decimal(t, 6) + " by " + std::string(method_->name) +
                            ": what decays fastest does so " + decimal(stiffness.ratio, 6) +
                            " times faster than the motion changes");
    if (has_started_) start(t);
}

bool Simulation::project(double t, std::span<double> x) {
    Projection& projection = form().projection();
    if (projection.is_empty()) return true;
    if (!projection(t, x, p_)) return false;
    result_.correction = std::max(result_.correction, projection.correction());
    return true;
}

// --- what is reported of it

bool Simulation::read(double t, std::span<const double> x) {
    if (!form().read(t, x, p_, y_)) return false;
    has_unknowns_ = law_rates_ && law_rates_->solve(t, y_, z_);
    if (!has_unknowns_) std::ranges::fill(z_, std::numeric_limits<double>::quiet_NaN());
    return true;
}

// A row that is not finite ends the motion.
bool Simulation::evaluate(double t, std::span<const double> x) {
    if (!read(t, x)) return false;
    column_functions_(t, y_, p_, z_, row_);
    const auto bad = std::ranges::find_if(row_, [](double value) { return !std::isfinite(value); });
    if (bad == row_.end()) return true;
    if (result_.end == SimulationResult::End::reached) {
        const Observable& column = columns_[static_cast<std::size_t>(bad - row_.begin())];
        if (law_rates_ && !has_unknowns_)
            halt(SimulationResult::End::singular, law_rates_->why());
        else
            halt(SimulationResult::End::unrowed, "the column '" + column.name + "' has no finite value here");
        result_.t = t;
    }
    return false;
}

void Simulation::observe(double t, std::span<const double> x) {
    if (read(t, x)) drift_.observe(t, y_, p_, z_);
}

double Simulation::largest_drift() const {
    double largest = 0;
    for (const Drift& d : drift_.drifts()) largest = std::max(largest, d.relative);
    return largest;
}

void Simulation::emit(const SimulationObserver& observer, double t, std::span<const double> x) {
    if (last_row_at_ == t || !evaluate(t, x)) return;
    last_row_at_ = t;
    ++result_.rows;
    result_.final = row_;
    drift_.observe(t, y_, p_, z_);
    observer.row(row_);
}

// The time of the k-th row after the first, or the end if there is none.
double Simulation::row_time(std::size_t k) const {
    if (!options_.at.empty()) return k < options_.at.size() ? options_.at[k] : options_.until;
    if (!options_.every) return options_.until;
    const double t = direction_ * static_cast<double>(k + 1) * *options_.every;
    return std::fabs(t) < std::fabs(options_.until) ? t : options_.until;
}

void Simulation::emit_rows(const SimulationObserver& observer, const Step& step, double end) {
    std::vector<double> x(x_.size());
    const auto at = [&](double t) {
        integrator().at(t, x);
        if (project(t, x)) emit(observer, t, x);
    };
    if (!options_.every && options_.at.empty()) return at(end);
    while (direction_ * row_time(next_row_) <= direction_ * end) {
        const double t = row_time(next_row_++);
        if (direction_ * t >= direction_ * step.from) at(t);
        if (t == options_.until) break;
    }
}

// A sample without a finite value is left out.
void Simulation::sample(const SimulationObserver& observer, const Step& step, double end) {
    const std::size_t count = observer.samples(result_.steps);
    const double correction = result_.correction;  // of the motion, not of pictures
    std::vector<double> x(x_.size());
    for (std::size_t k = 1; k <= count; ++k) {
        const double t =
            k == count ? end
                       : step.from + static_cast<double>(k) / static_cast<double>(count) * (end - step.from);
        integrator().at(t, x);
        if (!project(t, x) || !read(t, x)) continue;
        column_functions_(t, y_, p_, z_, row_);
        if (std::ranges::all_of(row_, [](double value) { return std::isfinite(value); }))
            observer.sample(row_);
    }
    result_.correction = correction;
}

void Simulation::meet(const Step& step) {
    std::vector<double> x(x_.size());
    for (const Crossing& c : step.crossings) {
        integrator().at(c.t, x);
        if (!project(c.t, x) || !evaluate(c.t, x)) continue;
        result_.events.push_back({c.event, c.t, direction_ * c.direction, row_});
        if (!options_.events[c.event].stops) continue;
        result_.end = SimulationResult::End::event;
        result_.t = c.t;
        x_ = x;
        return;
    }
}

std::optional<std::string> Simulation::broken_at(double t) {
    std::vector<double> x(x_.size());
    integrator().at(t, x);
    if (!project(t, x) || !read(t, x)) return std::nullopt;
    return guards_.broken(t, y_, p_, z_);
}

// Looks twice in a step whether the system is still what it was stated to be, and goes back to where it ceased to be.
void Simulation::heed(const Step& step) {
    if (guards_.is_empty() || options_.keeps_contact) return;
    const double end = result_.end == SimulationResult::End::event ? result_.t : step.to;
    double good = step.from;
    for (const double t : {0.5 * (step.from + end), end}) {
        auto words = broken_at(t);
        if (!words) {
            good = t;
            continue;
        }
        double bad = t;
        while (std::fabs(bad - good) > 1e-14 * std::max(std::fabs(bad), std::fabs(good))) {
            const double middle = 0.5 * (good + bad);
            if (middle == good || middle == bad) break;
            const auto there = broken_at(middle);
            (there ? bad : good) = middle;
            if (there) words = there;
        }
        result_.end = SimulationResult::End::left;
        result_.t = good;
        result_.reason = *words;
        std::erase_if(result_.events, [&](const MetEvent& e) {
            return direction_ * e.t > direction_ * good && direction_ * e.t >= direction_ * step.from;
        });
        integrator().at(good, x_);
        project(good, x_);
        return;
    }
}

void Simulation::halt(SimulationResult::End end, const std::string& reason) {
    result_.end = end;
    result_.reason = reason;
    result_.t = integrator().time();
}

// One step, its rows and events not yet reported; the state at its end, on the constraints, is x_.
Step Simulation::advance() {
    Step step = integrator().step(options_.until);
    if (step.outcome != Step::Outcome::advanced)
        halt(step.outcome == Step::Outcome::singular ? SimulationResult::End::singular
                                                     : SimulationResult::End::stuck,
             step.reason);
    else
        ++result_.steps;
    return step;
}

// After a step: onto the constraints, and whatever has to change before the next one.
void Simulation::settle(const Step& step, const SimulationObserver& observer) {
    x_.assign(integrator().state().begin(), integrator().state().end());
    if (!project(step.to, x_)) return halt(SimulationResult::End::singular, form().projection().why());
    if (!form().projection().is_empty()) integrator().correct(x_);
    observe(step.to, x_);
    if (!observer.goes_on(step.to)) return halt(SimulationResult::End::interrupted, "");
    watch_pivots(step.to);
    if (result_.steps < next_stiffness_check_) return;
    watch_stiffness(step.to);
    next_stiffness_check_ += std::min<std::size_t>(next_stiffness_check_, 512);
}

SimulationResult Simulation::run(const SimulationObserver& observer) {
    SimulationSeconds& seconds = result_.seconds;
    const double before = seconds.derive + seconds.compile;
    timed(seconds.integrate, [&] { move(observer); });
    seconds.integrate -= seconds.derive + seconds.compile - before;
    result_.drifts = drift_.drifts();
    std::erase_if(result_.drifts, [](const Drift& d) { return !std::isfinite(d.initial); });
    if (result_.picks > 0)
        result_.notes.push_back("independent velocities were picked anew " + std::to_string(result_.picks) +
                                (result_.picks == 1 ? " time, at t = " : " times, first at t = ") +
                                decimal(first_pick_, 6));
    return std::move(result_);
}

void Simulation::move(const SimulationObserver& observer) {
    using End = SimulationResult::End;
    if (!project(0, x_)) halt(End::singular, form().projection().why());
    if (options_.at.empty() || options_.at.front() == 0) emit(observer, 0, x_);
    if (!result_.final.empty() && observer.samples(0) > 0) observer.sample(result_.final);
    observe(0, x_);
    if (result_.end == End::reached && !guards_.is_empty() && !options_.keeps_contact)
        if (const auto words = read(0, x_) ? guards_.broken(0, y_, p_, z_) : std::nullopt) {
            result_.end = End::left;
            result_.reason = *words;
        }
    while (result_.end == End::reached && integrator().time() != options_.until) {
        const Step step = advance();
        if (result_.end != End::reached) break;
        meet(step);
        heed(step);
        sample(observer, step, result_.end == End::reached ? step.to : result_.t);
        emit_rows(observer, step, result_.end == End::reached ? step.to : result_.t);
        if (result_.end == End::reached) settle(step, observer);
    }
    if (result_.end == End::reached) result_.t = options_.until;
    if (options_.at.empty()) emit(observer, result_.t, x_);
}

}  // namespace anholon
