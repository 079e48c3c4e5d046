#include "motion/run.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "base/deadline.hpp"
#include "base/finite.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "expr/walk.hpp"
#include "model/state/least_movement.hpp"
#include "motion/blow_up.hpp"
#include "motion/where_lost.hpp"

namespace anholon {

namespace {

constexpr std::size_t steps_of_a_stretch = 1000;
constexpr double tiny_stretch = 1e-6;
// The determinant of the constraints, against its value at the start.
constexpr double vanishing = 1e-6;

void note(const std::string& words, std::vector<std::string>& notes) {
    if (std::ranges::find(notes, words) == notes.end()) notes.push_back(words);
}

// Of the velocities of a nonlinear constraint none is given, and all may be 0 in none of its solutions: one of many is taken.
void note_arbitrary_start(const System& system, const InitialStateOptions& options,
                          const InitialState& initial, std::vector<std::string>& notes) {
    const auto is_given = [](const InitialVariable& x) { return x.given.has_value(); };
    if (options.standing || std::ranges::any_of(initial.eta, is_given) ||
        std::ranges::any_of(initial.abbreviations, is_given))
        return;
    for (const Constraint& k : system.constraints) {
        if (k.kind != Constraint::Kind::nonlinear) continue;
        const Walk walk(k.residual);
        std::string start;
        bool is_chosen = true;
        for (const InitialVariable& v : initial.v) {
            if (!walk.contains(v.symbol.id())) continue;
            const auto is_it = [&](const InitialValue& guess) { return guess.symbol == v.symbol; };
            is_chosen = is_chosen && !v.given && std::ranges::none_of(system.guesses, is_it);
            if (v.value != 0) start += (start.empty() ? "" : ", ") + v.name + " = " + decimal(v.value, 6);
        }
        if (is_chosen && !start.empty())
            note("no velocity in the constraint '" + k.name + "' is given: of many starts one was taken, " +
                     start,
                 notes);
    }
}

// A first step that is so small a part of the way may come from a singular start; a condition that leaves not one digit is one.
constexpr double suspicious = 1e-6, singular = 1e14;

// Why the equations do not determine the accelerations in a state, if their matrix is singular as far as a double can tell.
std::optional<std::string> singular_start(const RateEquations& equations, double t, std::span<const double> x,
                                          std::span<const double> p) {
    RateFunction rates(equations);
    rates.set_parameters(p);
    std::vector<double> z(rates.unknowns());
    if (rates.solve(t, x, z) && !(rates.condition() > singular)) return std::nullopt;
    return "the matrix of the equations is singular at the start, up to rounding, and accelerations are not "
           "determined: so it is where two of three angles turn about one axis (gimbal lock); start "
           "elsewhere, "
           "or state the attitude without angles";
}

std::string why_not_projected(ActiveForm& form, const MovingSystem& moving) {
    return with_way_through(form.projection().why(), moving.stated());
}

}  // namespace

Run::Run(const MovingSystem& moving)
    : Run(moving, {moving.options().initial,
                   moving.options().until,
                   moving.options().every,
                   moving.options().at,
                   {}}) {}

Run::Run(const MovingSystem& moving, RunOptions options) : Run(moving, std::move(options), nullptr) {}

std::vector<Observable> Run::columns_of(const MovingSystem& moving, const RunOptions& options) {
    if (!options.columns) return moving.columns();
    assert(moving.switches().is_empty());
    std::vector<Observable> list{moving.columns().front()};
    list.insert(list.end(), options.columns->begin(), options.columns->end());
    return list;
}

// The columns stay those of the motion before.
Run::Run(const MovingSystem& moving, RunOptions options, const Run* before)
    : moving_(&moving),
      asked_(std::move(options)),
      columns_(before ? before->columns_ : columns_of(moving, asked_)),
      column_functions_(before           ? before->column_functions_
                        : asked_.columns ? moving.functions_of(columns_)
                                         : moving.column_functions()),
      drift_(moving.drift()),
      guards_(moving.guards()),
      coulomb_(moving.coulomb()),
      impulse_(moving.impulse()),
      law_rates_(moving.law_rates()),
      pivots_(moving.pivots()),
      jumping_functions_(moving.jumping_functions()),
      sides_(moving.switches()),
      direction_(asked_.until < start_time() ? -1 : 1) {
    y_.resize(moving_->law().equations().state.size());
    z_.assign(moving_->law().equations().unknowns.size(), std::numeric_limits<double>::quiet_NaN());
    row_.resize(columns_.size());
    if (column_functions_.need_unknowns() && !law_rates_)
        moving_->exclusively(
            [&] { law_rates_.emplace(moving_->law().equations(), moving_->options().make); });
    x_at_ = step_from_ = dense_from_ = start_time();
    set_initial_state();
    activate(std::nullopt, x_at_);
    take_first_sides();  // what stands in the way is told below
    watch_velocities();
    start_on_a_side();
    if (!before) leave_out_integrals();
    stand();
    has_started_ = true;
    if (result_.end == SimulationResult::End::reached && !project(x_at_, x_))
        halt(SimulationResult::End::singular, why_not_projected(form(), *moving_));
}

// --- the state and the form that carries it

void Run::set_initial_state() {
    p_ = moving_->parameters(asked_.initial);
    take_pieces(x_at_);
    if (law_rates_) law_rates_->set_parameters(p_);

    initial_ = moving_->initial_state(asked_.initial);
    // A state that is handed over may belong to another formulation: with other variables, in another order.
    const auto set = [&](Expr symbol, double value) {
        const std::vector<Expr>& symbols = moving_->law().equations().state;
        const auto at = std::ranges::find(symbols, symbol);
        if (at != symbols.end()) y_[static_cast<std::size_t>(at - symbols.begin())] = value;
    };
    note_arbitrary_start(moving_->stated(), asked_.initial, initial_, result_.notes);
    if (asked_.initial.standing)
        for (const auto& [symbol, value] : asked_.initial.standing->values) set(symbol, value);
    for (const auto* list : {&initial_.q, &initial_.v, &initial_.lambda, &initial_.states})
        for (const InitialVariable& x : *list) set(x.symbol, x.value);
}

// Starts the integrator that is right for the motion from here.
void Run::stand() {
    method_ = carrier_->compiled->method;
    if (const std::string& why = carrier_->compiled->why_method; !why.empty()) note(why, result_.notes);
    watch_stiffness(x_at_);
    start(x_at_);
}

// An integral of the model that has no value where this motion starts says nothing of it.
void Run::leave_out_integrals() {
    if (law_rates_ && !law_rates_->solve(x_at_, y_, z_)) return;
    column_functions_(x_at_, y_, p_, z_, row_);
    std::vector<Observable> kept;
    for (std::size_t k = 0; k < columns_.size(); ++k) {
        if (columns_[k].kind != Observable::Kind::integral || std::isfinite(row_[k]))
            kept.push_back(columns_[k]);
        else
            result_.notes.push_back("'" + columns_[k].name + "' has no value at the start and is left out");
    }
    if (kept.size() == columns_.size()) return;
    columns_ = std::move(kept);
    column_functions_ = moving_->functions_of(columns_);
    row_.resize(columns_.size());
}

// Makes the form with these independent velocities carry the state y_; with those that it chooses if none are given.
void Run::activate(const IndependentVelocities& independent, double t) {
    const auto known = carriers_.find(independent);
    if (known != carriers_.end()) {
        carrier_ = &known->second;
    } else {
        auto compiled = moving_->carrier(independent, result_.seconds);
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
        carrier_->integrator =
            moving_->integrator(*carrier_->compiled, *method_, direction_, result_.seconds);
        carrier_->method = method_;
    }
    integrator().start(t, x_, p_);
    result_.method = method_->name;
}

void Run::watch_stiffness(double t) {
    if (options().method || method_->is_for_stiff) return;
    // The direction v/|v| of a small slip turns quickly, but the step that passes it knows that.
    if (coulomb_.has_directions()) return;
    // The first step is short by caution, and the start has been looked at.
    if (has_started_ && result_.steps == 1) return;
    const double steps = static_cast<double>(result_.steps - std::exchange(steps_checked_, result_.steps));
    // Their average, or the last: the first ones are short by caution.
    const double step =
        steps > 0 ? std::max(std::fabs(t - checked_at_) / steps, std::fabs(last_.to - last_.from)) : 0;
    checked_at_ = t;
    if (!may_be_stiff(step, asked_.until - t)) return;
    const Stiffness stiffness =
        timed(result_.seconds.derive, [&] { return form().stiffness_at(t, x_, p_, direction_); });
    if (!is_stiff(stiffness, step, asked_.until - t)) return;
    method_ = &stiff_method();
    result_.notes.push_back("from t = " + decimal(t, 6) + " on by " + std::string(method_->name) +
                            " with the tolerance " + decimal(tolerance(), 3) + ": the fastest decay is " +
                            decimal(stiffness.ratio, 6) + " times as fast as the change of the motion");
    if (has_started_) start(t);
}

bool Run::project(double t, std::span<double> x) {
    Projection& projection = form().projection();
    if (projection.is_empty()) return true;
    if (!projection(t, x, p_, pivots_ ? pivots_->scales() : std::span<const double>())) return false;
    result_.correction = std::max(result_.correction, projection.correction());
    return true;
}

// --- from row to row of the tables of inputs

// The end, or the row of a table before it.
double Run::next_stop() const {
    double stop = asked_.until;
    for (const InputTable& table : options().tables) {
        const std::vector<double>& times = table.times();
        if (direction_ > 0) {
            const auto next = std::ranges::upper_bound(times, x_at_);
            if (next != times.end()) stop = std::min(stop, *next);
        } else {
            const auto next = std::ranges::lower_bound(times, x_at_);
            if (next != times.begin()) stop = std::max(stop, *std::prev(next));
        }
    }
    return stop;
}

bool Run::is_at_row(double t) const {
    return std::ranges::any_of(options().tables, [&](const InputTable& table) {
        return std::ranges::binary_search(table.times(), t);
    });
}

// The variables of all tables, with the values from which the motion continues at t.
void Run::take_pieces(double t) {
    for (const InputTable& table : options().tables) {
        const std::vector<std::string> letters = table.letters();
        const std::vector<double> values = table.values_from(t, direction_);
        const std::vector<Parameter>& parameters = moving_->stated().parameters;
        for (std::size_t k = 0; k < parameters.size(); ++k) {
            if (!parameters[k].is_of_table) continue;
            const auto letter = std::ranges::find(letters, parameters[k].symbol.symbol().name);
            if (letter != letters.end()) p_[k] = values[static_cast<std::size_t>(letter - letters.begin())];
        }
    }
}

void Run::go_on_in_next_pieces(double t) {
    go_on_with_other_parameters(t, [&] { take_pieces(t); });
}

// The coordinates and the velocities stay, whatever the equations are written in.
void Run::go_on_with_other_parameters(double t, const std::function<void()>& change) {
    if (!read(t, x_)) return halt(SimulationResult::End::singular, "the velocities have no value here");
    change();
    form().write(t, y_, p_, x_);
    take_sides();
    start_on_a_side();
    if (result_.end != SimulationResult::End::reached) return;
    if (!project(t, x_)) return halt(SimulationResult::End::singular, why_not_projected(form(), *moving_));
    if (read(t, x_)) law_sign_ = has_unknowns_ ? law_sign_here_ : 0;
    start(t);
}

// --- the side of each switch on which it goes

// Tells what has been made of the parameters that they have changed.
void Run::take_sides() {
    of_x_.form = of_other_.form = nullptr;
    if (law_rates_) law_rates_->set_parameters(p_);
}

// For the state y_. Where momenta or velocities that are not free hold a side, it is written anew with each.
std::optional<std::string> Run::take_first_sides() {
    if (coulomb_.phases().empty()) coulomb_.prepare(p_);
    if (moving_->switches().is_empty()) return std::nullopt;
    const std::vector<double> y = y_;
    for (std::size_t round = 0; round <= moving_->switches().size(); ++round) {
        const std::vector<double> p = p_;
        const auto words = sides_.start({*carrier_->switching, x_at_, x_, time_left(x_at_)}, p_);
        take_sides();
        if (words || impulse_.is_empty() || p == p_) return words;
        form().write(x_at_, y, p_, x_);
    }
    return std::nullopt;
}

void Run::start_on_a_side() {
    if (const auto words = take_first_sides()) return halt(SimulationResult::End::undetermined, *words);
    if (coulomb_.is_empty()) return;
    if (direction_ < 0)
        return halt(SimulationResult::End::undetermined,
                    "a motion with dry friction cannot be followed back: many motions come to the same rest");
    const bool is_first = coulomb_.phases().empty();
    set_friction(
        [&](Coulomb::Place place) { return is_first ? coulomb_.start(place) : coulomb_.resume(place); },
        x_at_);
}

// --- dry friction

// The law is the form in which it moves, so that both have one state.
void Run::set_friction(const std::function<std::optional<std::string>(Coulomb::Place)>& change, double t) {
    if (!read(t, x_)) return halt(SimulationResult::End::singular, "the velocities have no value here");
    const auto words = change({t, y_, p_});
    form().write(t, y_, p_, x_);
    take_sides();
    if (words) halt(SimulationResult::End::undetermined, *words);
}

void Run::cross_friction(const Step& step) {
    if (coulomb_.is_empty() || result_.end != SimulationResult::End::reached) return;
    const std::size_t first = options().events.size() + moving_->switches().size();
    std::vector<std::size_t> reached;
    for (const std::size_t e : step.ended_by)
        if (e >= first) reached.push_back(e - first);
    const bool has_switched = std::ranges::any_of(
        step.ended_by, [&](std::size_t e) { return e >= options().events.size() && e < first; });
    if (reached.empty() && !has_switched) return;
    set_friction(
        [&](Coulomb::Place place) {
            auto words = reached.empty() ? std::nullopt : coulomb_.cross(place, reached);
            return !words && has_switched ? coulomb_.resume(place) : words;
        },
        step.to);
    if (result_.end != SimulationResult::End::reached) return;
    if (!project(step.to, x_))
        return halt(SimulationResult::End::singular, why_not_projected(form(), *moving_));
    if (read(step.to, x_)) law_sign_ = has_unknowns_ ? law_sign_here_ : 0;
    start(step.to);
}

// An end near which Painlevé's paradox lies is called by its name.
void Run::name_paradox(double t) {
    using End = SimulationResult::End;
    if (coulomb_.is_empty() || (result_.end != End::singular && result_.end != End::stuck)) return;
    if (!read(t, x_)) return;
    auto words = coulomb_.paradox(t, y_, p_);
    if (!words) words = coulomb_.near_paradox(t, y_, p_);
    if (!words) return;
    result_.end = End::undetermined;
    result_.reason = *words;
}

// A motion that stands at its end may get another one.
double Run::time_left(double t) const {
    return t == asked_.until ? direction_ * std::numeric_limits<double>::infinity() : asked_.until - t;
}

void Run::cross(const Step& step) {
    std::vector<std::size_t> reached;
    const std::size_t first = options().events.size();
    for (const std::size_t e : step.ended_by)
        if (e >= first && e - first < moving_->switches().size()) reached.push_back(e - first);
    if (reached.empty()) return;
    const double t = step.to;
    const std::vector<double> before = values_of_jumping_events(t);
    go_to_other_sides(t, reached);
    if (result_.end != SimulationResult::End::reached) return;
    ++result_.switches;
    if (read(t, x_)) law_sign_ = has_unknowns_ ? law_sign_here_ : 0;
    meet_jumps(t, before);
    start(t);
}

// The coordinates stay, and so do the velocities but for an impulse, whatever the equations are written in.
void Run::go_to_other_sides(double t, const std::vector<std::size_t>& reached) {
    const std::vector<double> p = p_;
    if (!impulse_.is_empty() && !read(t, x_))
        return halt(SimulationResult::End::singular, "the velocities have no value here");
    std::vector<double> y = y_;
    auto words = sides_.cross({*carrier_->switching, t, x_, time_left(t)}, reached, p_);
    if (!words && !impulse_.is_empty()) {
        const bool are_of_time =
            std::ranges::all_of(reached, [&](std::size_t k) { return moving_->switches().is_of_time(k); });
        words = impulse_.apply(t, y, p, p_, sides_.names(reached), are_of_time);
        if (!words) form().write(t, y, p_, x_);
        // A function of velocities may have gone to its other side with them.
        if (!words && std::exchange(y_, y) != y) words = take_first_sides();
        if (words) p_ = p;
    }
    take_sides();
    if (words) halt(SimulationResult::End::undetermined, *words);
}

std::vector<double> Run::values_of_jumping_events(double t) {
    std::vector<double> values(moving_->jumping_events().size(), 0.0);
    if (!values.empty() && read(t, x_)) (*jumping_functions_)(t, y_, p_, z_, values);
    return values;
}

// An event whose function jumps over zero where the motion changes sides is met there.
void Run::meet_jumps(double t, const std::vector<double>& before) {
    if (before.empty()) return;
    const std::vector<double> after = values_of_jumping_events(t);
    for (std::size_t i = 0; i < before.size(); ++i) {
        const std::size_t event = moving_->jumping_events()[i];
        const int direction = direction_ * (after[i] > 0 ? 1 : -1),
                  wanted = options().events[event].direction;
        if (!(before[i] * after[i] < 0) || (wanted != 0 && wanted != direction) || !evaluate(t, x_)) continue;
        result_.events.push_back({event, t, direction, row_});
        if (!options().events[event].stops) continue;
        result_.end = SimulationResult::End::event;
        result_.t = t;
    }
}

// --- step by step

void Run::halt(SimulationResult::End end, const std::string& reason) {
    result_.end = end;
    const bool is_told = !reason.empty() || end != SimulationResult::End::singular;
    result_.reason = is_told ? reason : "the equations of motion have no value next to this state";
    result_.t = x_at_;
}

// Whether many steps together are a tiny part of the way so far. Steps of one length need a billion for that.
bool Run::crawls() {
    if (result_.steps < stretch_steps_ + steps_of_a_stretch) return false;
    const double gone = std::fabs(x_at_ - stretch_from_);
    if (gone < tiny_stretch * std::fabs(x_at_ - begun_at_)) return true;
    stretch_steps_ = result_.steps;
    stretch_from_ = x_at_;
    return false;
}

// One step, nothing of it reported; the state at its end, on the constraints, is x_. False where it has none: the motion ends there, or
// within the step.
bool Run::advance(Step& step) {
    dense_from_ = x_at_;
    // A single row of the constraints may vanish without depending on others.
    const auto or_vanishing = [&](const std::string& why) {
        if (!pivots_ || first_.y.empty() || !read(x_at_, x_)) return why;
        const auto determinant = [&](double t, std::span<const double> y) {
            return pivots_->at(t, y, p_, velocities_in_use()).determinant;
        };
        if (!(determinant(x_at_, y_) < vanishing * determinant(first_.t, first_.y))) return why;
        return with_way_through(why + ", and the constraints become dependent", moving_->stated());
    };
    if (crawls()) {
        step = {.from = x_at_, .to = x_at_};
        halt(SimulationResult::End::stuck,
             or_vanishing(
                 "the steps become ever shorter, as they do towards a pole of these equations: the last " +
                 std::to_string(steps_of_a_stretch) + " led no further than " +
                 decimal(std::fabs(x_at_ - stretch_from_), 2)));
        return false;
    }
    step = integrator().step(next_stop());
    is_curtailed_ = is_pick_due_ = is_restart_due_ = false;
    if (step.outcome != Step::Outcome::advanced) {
        const bool is_dependence = read(x_at_, x_) && are_dependent(x_at_);
        const bool is_singular = step.outcome == Step::Outcome::singular || is_dependence;
        halt(is_singular ? SimulationResult::End::singular : SimulationResult::End::stuck,
             is_dependence ? dependence() : or_vanishing(step.reason));
        return false;
    }
    ++result_.steps;
    step_from_ = dense_from_ = step.from;
    if (result_.steps == 1 &&
        std::fabs(step.to - step.from) < suspicious * std::fabs(asked_.until - step.from)) {
        if (const auto why = singular_start(form().formulation().equations(), step.from, x_, p_)) {
            result_.steps = 0;
            halt(SimulationResult::End::singular, *why);
            return false;
        }
    }
    x_.assign(integrator().state().begin(), integrator().state().end());
    if (!are_finite(x_)) {
        const double end = where_lost(step.from, step.to, [&](double t) {
                               integrator().at(t, x_);
                               return are_finite(x_);
                           }).before;
        end_at(step, end, "the rates of change have no finite value");
        return false;
    }
    if (!project(step.to, x_)) {
        const auto can_project = [&](double t) {
            integrator().at(t, x_);
            return project(t, x_);
        };
        const double end = where_lost(step.from, step.to, can_project).before;
        end_at(step, end, why_not_projected(form(), *moving_));
        return false;
    }
    x_at_ = step.to;
    return true;
}

// After a step, its end reported.
void Run::settle(const Step& step, const SimulationObserver& observer) {
    if (is_curtailed_ && !project(step.to, x_))
        return halt(SimulationResult::End::singular, why_not_projected(form(), *moving_));
    observe(step.to, x_);
    last_ = step;
    is_turn_due_ = true;
    if (!observer.goes_on(step.to)) return halt(SimulationResult::End::interrupted, "");
    if (!pivots_ || !is_inspection_due() || !form().formulation().has_free_velocities()) return;
    pivots_->inspect(step.to, y_, p_);
    const double condition = pivots_->condition(velocities_in_use());
    if (condition > ill_conditioned &&
        would_be_better(pivots_->at(step.to, y_, p_, velocities_in_use()), condition))
        is_pick_due_ = is_restart_due_ = true;
    else
        result_.condition = std::max(result_.condition, condition);
}

// Before the next step: whatever has to change for it.
void Run::turn() {
    is_turn_due_ = false;
    const double t = last_.to;
    if (!is_curtailed_ && !form().projection().is_empty()) integrator().correct(x_);
    if (!last_.ended_by.empty()) cross(last_);
    if (!last_.ended_by.empty()) cross_friction(last_);
    if (result_.end == SimulationResult::End::reached && is_at_row(t)) go_on_in_next_pieces(t);
    if (result_.end != SimulationResult::End::reached) return;
    if (is_pick_due_ && read(t, x_)) {
        pivots_->weigh(t, y_, p_);
        pick(t, pivots_->at(t, y_, p_, velocities_in_use()));
    }
    if (result_.end != SimulationResult::End::reached) return;
    if (is_curtailed_ || is_restart_due_) start(t);
    if (!is_inspection_due()) return;
    watch_stiffness(t);
    next_stiffness_check_ += std::min<std::size_t>(3 * next_stiffness_check_, 512);
}

void Run::begin(const SimulationObserver& observer) {
    using End = SimulationResult::End;
    has_begun_ = true;
    begun_at_ = stretch_from_ = x_at_;
    stretch_steps_ = result_.steps;
    if (asked_.at.empty() || asked_.at.front() == x_at_) emit(observer, x_at_, x_);
    if (!result_.final.empty() && observer.samples(0) > 0) observer.sample(result_.final);
    if (observe(x_at_, x_)) first_ = {x_at_, y_, z_};
    law_sign_ = has_unknowns_ ? law_sign_here_ : 0;
    if (result_.end == End::reached && keeps_guards())
        if (const auto words = read(x_at_, x_) ? guards_.broken(x_at_, y_, p_, z_) : std::nullopt)
            halt(End::left, *words);
    // The first look compares with these.
    if (pivots_ && best_.determinant > 0) stretch_.velocities.margin_before = margin_of(best_);
    if (keeps_guards()) stretch_.guards.margin_before = guards_.margin();
}

void Run::move(const SimulationObserver& observer, Watch watch) {
    Deadline::check();
    if (!has_begun_) begin(observer);
    if (goes_on() && is_turn_due_) turn();
    if (!goes_on()) return;
    if (stretch_.unwatched == 0) set_mark(watch);
    Step step;
    const bool is_whole = advance(step);
    if (!is_whole) name_paradox(x_at_);
    if (is_whole && is_unwatched(step, observer)) {
        if (!glance(step)) return return_to_mark(step.to);
        ++stretch_.unwatched;
        last_ = std::move(step);
        is_turn_due_ = true;
        return;
    }
    const bool is_well = is_whole && this->is_well(step);
    if (!is_well && stretch_.unwatched > 0) return return_to_mark(is_whole ? step.to : asked_.until);
    if (is_whole && !is_well) curtail(step);
    if (result_.end != SimulationResult::End::reached && !is_curtailed_) return;
    if (is_curtailed_) name_paradox(x_at_);
    meet(step);
    if (!is_well || !step.crossings.empty()) heed(step);
    plan_stretch(is_well && watch == Watch::by_rule);
    report(step, observer);
}

// The rows of a step, and what follows from its end.
void Run::report(const Step& step, const SimulationObserver& observer) {
    const bool is_whole =
        result_.end == SimulationResult::End::reached || direction_ * result_.t > direction_ * step.to;
    const double end = is_whole ? step.to : result_.t;
    sample(observer, step, end);
    emit_rows(observer, step, end);
    if (result_.end == SimulationResult::End::reached) settle(step, observer);
}

// The last state that is known, at its own time: where the motion ends in a singularity that is before the end.
void Run::finish(const SimulationObserver& observer) {
    const bool is_new = !last_row_at_ || direction_ * x_at_ > direction_ * *last_row_at_;
    if (asked_.at.empty() && is_new) emit(observer, x_at_, x_);
}

void Run::step(const SimulationObserver& observer, Watch watch) {
    const auto interrupt = [&](const char* why) {
        if (stretch_.unwatched > 0) return_to_mark(x_at_);
        halt(SimulationResult::End::interrupted, why);
    };
    try {
        move(observer, watch);
    } catch (const Cancelled&) {
        interrupt("the motion was asked to stop");
    } catch (const TimeIsUp&) {
        interrupt("the time allowed has passed");
    }
    if (!goes_on()) finish(observer);
}

// The time that steps take, less that of what is derived and compiled on the way.
void Run::time_steps(const std::function<void()>& steps) {
    SimulationSeconds& seconds = result_.seconds;
    const double before = seconds.derive + seconds.compile;
    timed(seconds.integrate, steps);
    seconds.integrate -= seconds.derive + seconds.compile - before;
}

bool Run::step(const SimulationObserver& observer) {
    if (has_begun_ && !goes_on()) return false;
    time_steps([&] { step(observer, Watch::every_step); });
    return goes_on();
}

SimulationResult Run::run(const SimulationObserver& observer) {
    if (has_begun_ && !goes_on()) return result();
    time_steps([&] {
        do step(observer, Watch::by_rule);
        while (goes_on());
    });
    return result();
}

// --- what has come of it

namespace {

// Of one motion whose values were set on the way.
SimulationResult joined(SimulationResult all, SimulationResult&& last) {
    for (MetEvent& met : last.events) all.events.push_back(std::move(met));
    all.friction.insert(all.friction.end(), last.friction.begin(), last.friction.end());
    last.friction = std::move(all.friction);
    for (const std::string& words : last.notes) note(words, all.notes);
    last.events = std::move(all.events);
    last.notes = std::move(all.notes);
    if (last.final.empty()) last.final = std::move(all.final);
    last.correction = std::max(last.correction, all.correction);
    last.condition = std::max(last.condition, all.condition);
    last.steps += all.steps;
    last.rows += all.rows;
    last.switches += all.switches;
    last.picks += all.picks;
    last.seconds.derive += all.seconds.derive;
    last.seconds.compile += all.seconds.compile;
    last.seconds.integrate += all.seconds.integrate;
    return std::move(last);
}

}  // namespace

SimulationResult Run::result() {
    DriftMonitor drift = drift_;
    timed(result_.seconds.derive, [&] {
        if (has_begun_ && read(x_at_, x_) && are_finite(y_)) {
            drift.observe(x_at_, y_, p_, z_);
            moving_->explain(drift, p_, first_, {x_at_, y_, z_}, tolerance());
        }
    });
    SimulationResult now = result_;
    now.friction = coulomb_.phases();
    if (now.end == SimulationResult::End::reached) now.t = x_at_;
    now.drifts = drift.drifts();
    std::erase_if(now.drifts, [](const Drift& d) { return !std::isfinite(d.initial); });
    if (now.picks > 0)
        now.notes.push_back("new independent velocities were chosen " + std::to_string(now.picks) +
                            (now.picks == 1 ? " time, at t = " : " times, first at t = ") +
                            decimal(first_pick_, 6));
    return before_ ? joined(*before_, std::move(now)) : now;
}

// --- another end, other values

void Run::head_for(double until) {
    const int direction = until < x_at_ ? -1 : until > x_at_ ? 1 : direction_;
    asked_.until = until;
    if (direction != direction_) return turn_round();
    const auto is_ahead = [&](std::size_t k) { return direction_ * row_time(k) > direction_ * x_at_; };
    while (next_row_ > 0 && asked_.every && is_ahead(next_row_ - 1)) --next_row_;
}

// Integrators look for events in one direction of time.
void Run::turn_round() {
    direction_ = -direction_;
    rows_from_ = x_at_;
    next_row_ = 0;
    is_turn_due_ = false;
    for (auto& [independent, carrier] : carriers_) carrier.method = nullptr;
    if (result_.end != SimulationResult::End::reached) return;
    if (!read(x_at_, x_)) return halt(SimulationResult::End::singular, "the velocities have no value here");
    start_on_a_side();
    stand();
    dense_from_ = x_at_;
}

// Inputs that no constraint contains change without a restart of the motion, also where it stands at its end and waits for another: a
// controller sets them there. False where it has to start anew.
bool Run::set_in_place(const NewValues& values) {
    const auto can_go_on = [&] { return result_.end == SimulationResult::End::reached; };
    if (!values.values.empty() || !moving_->are_loose(values.parameters) || !can_go_on()) return false;
    if (!has_begun_ || stretch_.unwatched > 0 || is_curtailed_) return false;
    if (is_turn_due_) turn();
    if (!can_go_on()) return false;
    const std::vector<Parameter>& parameters = moving_->stated().parameters;
    go_on_with_other_parameters(x_at_, [&] {
        for (const auto& [symbol, value] : values.parameters) {
            const auto at = std::ranges::find(parameters, symbol, &Parameter::symbol);
            p_[static_cast<std::size_t>(at - parameters.begin())] = value.to_double();
            std::erase_if(asked_.initial.parameters, [&](const auto& old) { return old.first == symbol; });
            asked_.initial.parameters.emplace_back(symbol, value);
        }
    });
    dense_from_ = step_from_ = x_at_;
    drift_ = moving_->drift();
    if (observe(x_at_, x_)) first_ = {x_at_, y_, z_};
    return true;
}

void Run::set(const NewValues& values) {
    if (set_in_place(values)) return;
    RunOptions asked = asked_;
    asked.initial.values = values.values;
    asked.initial.is_strict = true;
    for (const auto& [symbol, value] : values.parameters) {
        std::erase_if(asked.initial.parameters, [&](const auto& old) { return old.first == symbol; });
        asked.initial.parameters.emplace_back(symbol, value);
    }
    if (const auto mistake = moving_->outside_range(asked.initial)) throw NoInitialState(*mistake);
    if (!read(x_at_, x_)) throw std::runtime_error("the state does not determine the velocities here");
    for (const Parameter& p : moving_->stated().parameters)
        if (p.is_of_table) {
            const auto place = static_cast<std::size_t>(&p - moving_->stated().parameters.data());
            std::erase_if(asked.initial.parameters, [&](const auto& old) { return old.first == p.symbol; });
            asked.initial.parameters.emplace_back(p.symbol, rational(p_[place]));
        }
    StateAt& now = asked.initial.standing.emplace(StateAt{x_at_, {}});
    const std::vector<Expr>& symbols = moving_->law().equations().state;
    for (std::size_t k = 0; k < symbols.size(); ++k) now.values.emplace_back(symbols[k], y_[k]);
    Run changed(*moving_, std::move(asked), this);
    changed.rows_from_ = rows_from_;
    changed.next_row_ = next_row_;
    changed.before_ = result();
    *this = std::move(changed);
}

}  // namespace anholon
