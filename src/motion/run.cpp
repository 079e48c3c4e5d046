#include "motion/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/finite.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "motion/where_lost.hpp"

namespace anholon {

Run::Run(const MovingSystem& moving)
    : Run(moving,
          {moving.options().initial, moving.options().until, moving.options().every, moving.options().at}) {}

Run::Run(const MovingSystem& moving, RunOptions options)
    : moving_(moving),
      options_(moving.options()),
      asked_(std::move(options)),
      columns_(moving.columns()),
      column_functions_(moving.column_functions()),
      drift_(moving.drift()),
      guards_(moving.guards()),
      law_rates_(moving.law_rates()),
      pivots_(moving.pivots()),
      jumping_functions_(moving.jumping_functions()),
      sides_(moving.switches()),
      direction_(asked_.until < 0 ? -1 : 1) {
    y_.resize(moving_.law().equations().state.size());
    z_.assign(moving_.law().equations().unknowns.size(), std::numeric_limits<double>::quiet_NaN());
    row_.resize(columns_.size());
    set_initial_state();
    method_ = options_.method ? options_.method : &all_methods().front();
    activate(std::nullopt, 0);
    watch_velocities();
    start_on_a_side();
    leave_out_integrals();
    watch_stiffness(0);
    start(0);
    has_started_ = true;
}

// --- the state and the form that carries it

void Run::set_initial_state() {
    p_ = moving_.parameters(asked_.initial);
    if (law_rates_) law_rates_->set_parameters(p_);

    initial_ = moving_.initial_state(asked_.initial);
    const std::vector<Expr>& symbols = moving_.law().equations().state;
    for (std::size_t k = 0; k < symbols.size(); ++k)
        for (const auto* list : {&initial_.q, &initial_.v, &initial_.lambda})
            for (const InitialVariable& x : *list)
                if (x.symbol == symbols[k]) y_[k] = x.value;
}

// An integral of the model that has no value where this motion starts says nothing of it.
void Run::leave_out_integrals() {
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
    column_functions_ = moving_.functions_of(columns_);
    row_.resize(columns_.size());
}

// Makes the form with these independent velocities carry the state y_; with those that it chooses if none are given.
void Run::activate(const IndependentVelocities& independent, double t) {
    const auto known = carriers_.find(independent);
    if (known != carriers_.end()) {
        carrier_ = &known->second;
    } else {
        auto compiled = moving_.carrier(independent, result_.seconds);
        const IndependentVelocities& chosen = compiled->form.formulation().independent();
        const ActiveForm& form = compiled->form;
        const auto& switching = compiled->switching;
        carrier_ =
            &carriers_.try_emplace(chosen, Carrier{compiled, form, switching, nullptr, nullptr, std::nullopt})
                 .first->second;
    }
    x_.resize(form().size());
    form().write(t, y_, p_, x_);
}

void Run::start(double t) {
    if (carrier_->method != method_) {
        carrier_->integrator = moving_.integrator(*carrier_->compiled, *method_, direction_, result_.seconds);
        carrier_->method = method_;
    }
    integrator().start(t, x_, p_);
    result_.method = method_->name;
}

void Run::watch_stiffness(double t) {
    if (options_.method || method_->is_for_stiff) return;
    const Stiffness stiffness =
        timed(result_.seconds.derive, [&] { return form().stiffness_at(t, x_, p_, direction_); });
    const double steps = static_cast<double>(result_.steps - std::exchange(steps_checked_, result_.steps));
    const double step = steps > 0 ? std::fabs(t - checked_at_) / steps : 0;
    checked_at_ = t;
    if (!is_stiff(stiffness, step, asked_.until - t)) return;
    method_ = &stiff_method();
    result_.notes.push_back("from t = " + decimal(t, 6) + " on by " + std::string(method_->name) +
                            ": the fastest decay is " + decimal(stiffness.ratio, 6) +
                            " times as fast as the change of the motion");
    if (has_started_) start(t);
}

bool Run::project(double t, std::span<double> x) {
    Projection& projection = form().projection();
    if (projection.is_empty()) return true;
    if (!projection(t, x, p_, pivots_ ? pivots_->scales() : std::span<const double>())) return false;
    result_.correction = std::max(result_.correction, projection.correction());
    return true;
}

// --- the side of each switch on which it goes

// Tells what has been made of the parameters that they have changed.
void Run::take_sides() {
    of_x_.form = of_other_.form = nullptr;
    if (law_rates_) law_rates_->set_parameters(p_);
}

void Run::start_on_a_side() {
    if (moving_.switches().is_empty()) return;
    const auto words = sides_.start({*carrier_->switching, 0, x_, asked_.until}, p_);
    take_sides();
    if (!words) return;
    result_.end = SimulationResult::End::undetermined;
    result_.reason = *words;
}

void Run::cross(const Step& step) {
    std::vector<std::size_t> reached;
    for (const std::size_t e : step.ended_by)
        if (e >= options_.events.size()) reached.push_back(e - options_.events.size());
    if (reached.empty()) return;
    const double t = step.to;
    const std::vector<double> before = values_of_jumping_events(t);
    if (const auto words = sides_.cross({*carrier_->switching, t, x_, asked_.until - t}, reached, p_))
        return halt(SimulationResult::End::undetermined, *words);
    ++result_.switches;
    take_sides();
    if (read(t, x_)) law_sign_ = has_unknowns_ ? law_sign_here_ : 0;
    meet_jumps(t, before);
    start(t);
}

std::vector<double> Run::values_of_jumping_events(double t) {
    std::vector<double> values(moving_.jumping_events().size(), 0.0);
    if (!values.empty() && read(t, x_)) (*jumping_functions_)(t, y_, p_, z_, values);
    return values;
}

// An event whose function jumps over zero where the motion changes sides is met there.
void Run::meet_jumps(double t, const std::vector<double>& before) {
    if (before.empty()) return;
    const std::vector<double> after = values_of_jumping_events(t);
    for (std::size_t i = 0; i < before.size(); ++i) {
        const std::size_t event = moving_.jumping_events()[i];
        const int direction = direction_ * (after[i] > 0 ? 1 : -1), wanted = options_.events[event].direction;
        if (!(before[i] * after[i] < 0) || (wanted != 0 && wanted != direction) || !evaluate(t, x_)) continue;
        result_.events.push_back({event, t, direction, row_});
        if (!options_.events[event].stops) continue;
        result_.end = SimulationResult::End::event;
        result_.t = t;
    }
}

// --- step by step

void Run::halt(SimulationResult::End end, const std::string& reason) {
    result_.end = end;
    result_.reason = reason;
    result_.t = x_at_;
}

// One step, its rows and events not yet reported; the state at its end, on the constraints, is x_.
Step Run::advance() {
    Step step = integrator().step(asked_.until);
    is_curtailed_ = is_pick_due_ = false;
    if (step.outcome != Step::Outcome::advanced) {
        const bool is_dependence = read(x_at_, x_) && are_dependent(x_at_);
        const bool is_singular = step.outcome == Step::Outcome::singular || is_dependence;
        halt(is_singular ? SimulationResult::End::singular : SimulationResult::End::stuck,
             is_dependence ? dependence() : step.reason);
        return step;
    }
    ++result_.steps;
    step_from_ = step.from;
    x_.assign(integrator().state().begin(), integrator().state().end());
    if (!are_finite(x_)) {
        const double end = where_lost(step.from, step.to, [&](double t) {
                               integrator().at(t, x_);
                               return are_finite(x_);
                           }).before;
        end_at(step, end, "the rates of change have no finite value");
    } else if (project(step.to, x_)) {
        x_at_ = step.to;
        curtail(step);
    } else {
        const auto can_project = [&](double t) {
            integrator().at(t, x_);
            return project(t, x_);
        };
        const double end = where_lost(step.from, step.to, can_project).before;
        end_at(step, end, form().projection().why());
    }
    return step;
}

// After a step: whatever has to change before the next one.
void Run::settle(const Step& step, const SimulationObserver& observer) {
    if (is_curtailed_ && !project(step.to, x_))
        return halt(SimulationResult::End::singular, form().projection().why());
    if (!is_curtailed_ && !form().projection().is_empty()) integrator().correct(x_);
    observe(step.to, x_);
    if (!observer.goes_on(step.to)) return halt(SimulationResult::End::interrupted, "");
    if (!step.ended_by.empty() && step.to != asked_.until) cross(step);
    if (result_.end != SimulationResult::End::reached) return;
    const bool is_due = result_.steps >= next_stiffness_check_;
    if (pivots_ && is_due && form().formulation().has_free_velocities()) {
        pivots_->inspect(step.to, y_, p_);
        if (is_ill_conditioned(pivots_->at(step.to, y_, p_, velocities_in_use())))
            is_pick_due_ = is_curtailed_ = true;
        else
            note_condition();
    }
    if (is_pick_due_) {
        pivots_->weigh(step.to, y_, p_);
        pick(step.to, pivots_->at(step.to, y_, p_, velocities_in_use()));
    }
    if (result_.end != SimulationResult::End::reached) return;
    if (is_curtailed_) start(step.to);
    if (!is_due) return;
    watch_stiffness(step.to);
    next_stiffness_check_ += std::min<std::size_t>(next_stiffness_check_, 512);
}

SimulationResult Run::run(const SimulationObserver& observer) {
    SimulationSeconds& seconds = result_.seconds;
    const double before = seconds.derive + seconds.compile;
    timed(seconds.integrate, [&] { move(observer); });
    seconds.integrate -= seconds.derive + seconds.compile - before;
    timed(seconds.derive, [&] {
        if (observe(x_at_, x_)) moving_.explain(drift_, p_, first_, {x_at_, y_, z_}, tolerance());
    });
    result_.drifts = drift_.drifts();
    std::erase_if(result_.drifts, [](const Drift& d) { return !std::isfinite(d.initial); });
    if (result_.picks > 0)
        result_.notes.push_back("new independent velocities were chosen " + std::to_string(result_.picks) +
                                (result_.picks == 1 ? " time, at t = " : " times, first at t = ") +
                                decimal(first_pick_, 6));
    return std::move(result_);
}

void Run::move(const SimulationObserver& observer) {
    using End = SimulationResult::End;
    if (result_.end == End::reached && !project(0, x_)) halt(End::singular, form().projection().why());
    if (asked_.at.empty() || asked_.at.front() == 0) emit(observer, 0, x_);
    if (!result_.final.empty() && observer.samples(0) > 0) observer.sample(result_.final);
    if (observe(0, x_)) first_ = {0, y_, z_};
    law_sign_ = has_unknowns_ ? law_sign_here_ : 0;
    if (result_.end == End::reached && !guards_.is_empty() && !options_.keeps_contact)
        if (const auto words = read(0, x_) ? guards_.broken(0, y_, p_, z_) : std::nullopt) {
            result_.end = End::left;
            result_.reason = *words;
        }
    while (result_.end == End::reached && integrator().time() != asked_.until) {
        const Step step = advance();
        if (result_.end != End::reached && !is_curtailed_) break;
        meet(step);
        heed(step);
        const bool is_whole = result_.end == End::reached || direction_ * result_.t > direction_ * step.to;
        const double end = is_whole ? step.to : result_.t;
        sample(observer, step, end);
        emit_rows(observer, step, end);
        if (result_.end == End::reached) settle(step, observer);
    }
    if (result_.end == End::reached) result_.t = asked_.until;
    // The last state that is known, at its own time: where the motion ends in a singularity that is before the end.
    const bool is_new = !last_row_at_ || direction_ * x_at_ > direction_ * *last_row_at_;
    if (asked_.at.empty() && is_new) emit(observer, x_at_, x_);
}

}  // namespace anholon
