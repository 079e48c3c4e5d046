#include "motion/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/stopwatch.hpp"
#include "base/text.hpp"

namespace anholon {

namespace {

// Other velocities are taken for the independent ones below a part of the best choice's quality, if the determinant has also fallen
// below the same part of the largest that it has had. What is poor from the start, but no worse than that, is left as it is.
constexpr double least_of_velocities = 0.5, least_of_stated = 0.05, least_at_all = 0.02;
// Velocities with which alone the form applies are kept longer.
constexpr double least_without_choice = 1e-3;
// Velocities in which the mass matrix is ill-conditioned are left for others in which it is so much better.
constexpr double much_better = 0.01;
// |det| of the best choice, the rows of the constraints having length 1, below which they are dependent.
constexpr double dependent = 1e-9;
// That below which multipliers, which grow like its inverse square, keep no digit.
constexpr double nearly_dependent = 1e-7;
// Rows between two questions whether to go on.
constexpr std::size_t rows_between_questions = 64;

bool are_finite(std::span<const double> values) {
    return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

}  // namespace

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
        carrier_ = &carriers_.try_emplace(chosen, Carrier{compiled, form, switching}).first->second;
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

// --- the velocities in which the state is written

IndependentVelocities Run::velocities_in_use() const {
    const Formulation& formulation = form().formulation();
    return formulation.has_free_velocities() ? formulation.independent() : reference_;
}

bool Run::is_good(const Pivots::Choice& choice) const {
    if (choice.sign != sign_) return false;
    if (carrier_->no_better) return choice.quality >= least_without_choice;
    const bool is_stated = !velocities_in_use();
    const double least = is_stated ? least_of_stated : least_of_velocities;
    if (choice.quality >= least * (is_stated ? best_.quality : 1)) return true;
    return choice.determinant >= least * best_.determinant && (is_stated || choice.quality >= least_at_all);
}

// At the start.
void Run::watch_velocities() {
    if (!pivots_) return;
    pivots_->weigh(0, y_, p_);
    const Pivots::Choice choice = pivots_->at(0, y_, p_, velocities_in_use());
    sign_ = choice.sign;
    best_ = choice;
    const bool is_free = form().formulation().has_free_velocities();
    if (!is_free || choice.sign == 0 || !is_good(choice) || is_ill_conditioned(choice)) pick(0, choice);
    if (is_free) note_condition();
}

void Run::note_condition() {
    result_.condition = std::max(result_.condition, pivots_->condition(velocities_in_use()));
}

// Whether the mass matrix in the velocities in use loses digits that it would keep in the best ones.
bool Run::is_ill_conditioned(const Pivots::Choice& choice) const {
    const double condition = pivots_->condition(velocities_in_use());
    return condition > ill_conditioned && pivots_->condition(choice.best) < much_better * condition;
}

// Takes the best velocities for the independent ones, y_ being the state, if the form applies to them. The integrator is not told.
void Run::pick(double t, const Pivots::Choice& choice) {
    const bool is_free = form().formulation().has_free_velocities();
    reference_ = choice.best;
    if (is_free && velocities_in_use() != choice.best) {
        if (const Reason why = moving_.inapplicable(choice.best, result_.seconds)) {
            if (carrier_->no_better || !(choice.quality >= least_without_choice)) {
                halt(SimulationResult::End::singular,
                     "the constraints can no longer be solved with these independent velocities, and " +
                         moving_.form().title + " does not apply with " + moving_.names(choice.best) + ": " +
                         *why);
            }
            carrier_->no_better = why;
        } else {
            if (result_.picks++ == 0) first_pick_ = t;
            activate(choice.best, t);
        }
    }
    best_ = pivots_->at(t, y_, p_, velocities_in_use());
    sign_ = best_.sign;
}

// At a time within the last step.
Pivots::Choice Run::choice_at(double t) {
    std::vector<double> x(x_.size()), y(y_.size());
    integrator().at(t, x);
    if (!form().read(t, x, p_, y)) return {};
    return pivots_->at(t, y, p_, velocities_in_use());
}

namespace {

struct Bracket {
    double before, behind;
};

// Where a property that holds at the start of a span and not at its end is lost, to the last bit.
Bracket where_lost(double from, double to, auto&& holds) {
    Bracket b{from, to};
    while (true) {
        const double middle = b.before + (b.behind - b.before) / 2;
        if (middle == b.before || middle == b.behind) return b;
        (holds(middle) ? b.before : b.behind) = middle;
    }
}

}  // namespace

// The last step with its end before.
void Run::shorten(Step& step, double end) {
    if (end != step.to) step.ended_by.clear();
    step.to = end;
    step.ended_by.clear();
    std::erase_if(step.crossings, [&](const Crossing& c) { return direction_ * c.t > direction_ * end; });
    integrator().at(end, x_);
    x_at_ = end;
    is_curtailed_ = true;
}

// The state stays at the start of the step: at the end it is not determined.
void Run::end_at(Step& step, double t, const std::string& reason) {
    shorten(step, t);
    integrator().at(step.from, x_);
    x_at_ = step.from;
    result_.end = SimulationResult::End::singular;
    result_.reason = reason;
    result_.t = t;
}

// The constraints are dependent where every determinant vanishes, that of the velocities in use among them.
bool Run::ends_with_constraints(Step& step) {
    const Bracket b = where_lost(step.from, step.to, [&](double t) { return choice_at(t).sign == sign_; });
    if (!(choice_at(b.behind).rank < dependent)) return false;
    end_at(step, b.before, dependence());
    return true;
}

// Whether the constraints are as good as dependent in the state y_.
bool Run::are_dependent(double t) {
    return pivots_ && pivots_->at(t, y_, p_, velocities_in_use()).rank < std::sqrt(dependent);
}

// Where the determinant vanishes behind a time close by, at which the law can already not be solved: it goes on as a straight line.
double Run::where_dependent(double t) {
    if (result_.steps == 0 || step_from_ == t) return t;
    const auto value = [](const Pivots::Choice& c) { return c.sign * c.quality * c.rank; };
    const double before = value(choice_at(step_from_)), now = value(choice_at(t));
    const double end = t - now * (t - step_from_) / (now - before);
    const double ahead = (end - t) / (t - step_from_);
    return ahead >= 0 && ahead <= 64 ? end : t;
}

void Run::end_before_dependence(Step& step) {
    const double end = where_dependent(step.to);
    end_at(step, step.to, dependence());
    result_.t = end;
}

std::string Run::dependence() const {
    return "the constraints are dependent here: '" + pivots_->most_dependent() + "' follows from the others";
}

bool Run::ends_with_law(Step& step) {
    const auto sign_at = [&](double t) {
        std::vector<double> x(x_.size()), y(y_.size()), z(z_.size());
        integrator().at(t, x);
        return form().read(t, x, p_, y) && law_rates_->solve(t, y, z) ? law_rates_->determinant_sign() : 0;
    };
    const Bracket b = where_lost(step.from, step.to, [&](double t) { return sign_at(t) == law_sign_; });
    end_at(step, b.before,
           "the matrix of the equations of motion becomes singular: its determinant changes sign");
    return true;
}

// Ends a step where the velocities in use become poor, so that others take over before a digit is lost; and the motion, where
// the constraints become dependent or the law no longer determines it.
void Run::curtail(Step& step) {
    if (!read(step.to, x_)) {
        step.to = step.from;
        end_at(step, step.from, "the state does not determine the velocities here");
        return;
    }
    if (has_unknowns_) {
        const int now = law_sign_here_;
        if (law_sign_ != 0 && now != law_sign_ && ends_with_law(step)) return;
        law_sign_ = now;
    }
    if (!pivots_) return;
    const Pivots::Choice end = pivots_->at(step.to, y_, p_, velocities_in_use());
    if (sign_ == 0) sign_ = end.sign;
    best_.quality = std::max(best_.quality, end.quality);
    best_.determinant = std::max(best_.determinant, end.determinant);
    if (!form().formulation().has_free_velocities() && end.rank < nearly_dependent)
        return end_before_dependence(step);
    if (is_good(end)) return;
    if (end.sign != sign_ && ends_with_constraints(step)) return;
    is_pick_due_ = true;
    if (form().formulation().has_free_velocities())
        shorten(step, where_lost(step.from, step.to, [&](double t) { return is_good(choice_at(t)); }).before);
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

// --- what is reported of it

bool Run::read(double t, std::span<const double> x) {
    Reading& known = t == x_at_ ? of_x_ : of_other_;
    if (known.form == &form() && known.t == t && std::ranges::equal(known.x, x)) {
        y_ = known.y;
        z_ = known.z;
        has_unknowns_ = known.has_unknowns;
        law_sign_here_ = known.law_sign;
        return true;
    }
    known.form = nullptr;
    if (!form().read(t, x, p_, y_)) return false;
    has_unknowns_ = law_rates_ && law_rates_->solve(t, y_, z_);
    if (!has_unknowns_) std::ranges::fill(z_, std::numeric_limits<double>::quiet_NaN());
    if (has_unknowns_) law_sign_here_ = law_rates_->determinant_sign();
    known = {t, &form(), {x.begin(), x.end()}, y_, z_, has_unknowns_, law_sign_here_};
    return true;
}

// A row that is not finite ends the motion.
bool Run::evaluate(double t, std::span<const double> x) {
    if (!read(t, x)) {
        if (result_.end == SimulationResult::End::reached)
            halt(SimulationResult::End::singular, "the state does not determine the velocities here");
        return false;
    }
    column_functions_(t, y_, p_, z_, row_);
    const auto bad = std::ranges::find_if(row_, [](double value) { return !std::isfinite(value); });
    if (bad == row_.end()) return true;
    if (result_.end == SimulationResult::End::reached) {
        const Observable& column = columns_[static_cast<std::size_t>(bad - row_.begin())];
        double end = t;
        if (law_rates_ && !has_unknowns_ && are_dependent(t)) {
            halt(SimulationResult::End::singular, dependence());
            end = where_dependent(t);
        } else if (law_rates_ && !has_unknowns_) {
            halt(SimulationResult::End::singular, law_rates_->why());
        } else {
            halt(SimulationResult::End::unrowed, "the column '" + column.name + "' has no finite value here");
        }
        result_.t = end;
    }
    return false;
}

bool Run::observe(double t, std::span<const double> x) {
    if (!read(t, x) || !are_finite(y_)) return false;
    drift_.observe(t, y_, p_, z_);
    return true;
}

double Run::largest_drift() const {
    double largest = 0;
    for (const Drift& d : drift_.drifts()) largest = std::max(largest, d.relative);
    return largest;
}

void Run::emit(const SimulationObserver& observer, double t, std::span<const double> x) {
    if (last_row_at_ == t || !evaluate(t, x)) return;
    last_row_at_ = t;
    ++result_.rows;
    result_.final = row_;
    drift_.observe(t, y_, p_, z_);
    observer.row(row_);
}

// The time of the k-th row after the first, or the end if there is none.
double Run::row_time(std::size_t k) const {
    if (!asked_.at.empty()) return k < asked_.at.size() ? asked_.at[k] : asked_.until;
    if (!asked_.every) return asked_.until;
    const double t = direction_ * static_cast<double>(k + 1) * *asked_.every;
    return std::fabs(t) < std::fabs(asked_.until) ? t : asked_.until;
}

void Run::emit_rows(const SimulationObserver& observer, const Step& step, double end) {
    std::vector<double> x(x_.size());
    const auto at = [&](double t) {
        if (t == x_at_) return emit(observer, t, x_);
        integrator().at(t, x);
        if (project(t, x)) emit(observer, t, x);
    };
    if (!asked_.every && asked_.at.empty()) return at(end);
    const auto end_of_motion = result_.end;
    for (std::size_t count = 1; direction_ * row_time(next_row_) <= direction_ * end; ++count) {
        const double t = row_time(next_row_++);
        if (direction_ * t >= direction_ * step.from) at(t);
        if (t == asked_.until || result_.end != end_of_motion) break;
        if (count % rows_between_questions == 0 && !observer.goes_on(t)) return interrupt_at(t);
    }
}

// A sample without a finite value is left out.
void Run::sample(const SimulationObserver& observer, const Step& step, double end) {
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

void Run::interrupt_at(double t) {
    integrator().at(t, x_);
    x_at_ = t;
    halt(SimulationResult::End::interrupted, "");
}

void Run::meet(const Step& step) {
    std::vector<double> x(x_.size());
    for (const Crossing& c : step.crossings) {
        if (c.event >= options_.events.size()) continue;
        integrator().at(c.t, x);
        if (!project(c.t, x) || !evaluate(c.t, x)) continue;
        result_.events.push_back({c.event, c.t, direction_ * c.direction, row_});
        if (!options_.events[c.event].stops) continue;
        result_.end = SimulationResult::End::event;
        result_.t = x_at_ = c.t;
        x_ = x;
        return;
    }
}

std::optional<std::string> Run::broken_at(double t) {
    std::vector<double> x = x_;
    if (t != x_at_) {
        integrator().at(t, x);
        if (!project(t, x)) return std::nullopt;
    }
    if (!read(t, x)) return std::nullopt;
    return guards_.broken(t, y_, p_, z_);
}

// Looks twice in a step whether the system is still what it was stated to be, and goes back to where it ceased to be.
void Run::heed(const Step& step) {
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
        x_at_ = good;
        project(good, x_);
        return;
    }
}

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
