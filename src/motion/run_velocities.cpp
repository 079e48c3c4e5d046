#include "motion/run.hpp"

#include <algorithm>
#include <cmath>

#include "motion/blow_up.hpp"
#include "motion/where_lost.hpp"

// A run: the velocities in which its state is written, and where they, or the constraints, degenerate.
namespace anholon {

namespace {

// Other velocities are taken for the independent ones below a part of the best choice's quality, if the determinant has also fallen
// below the same part of best_, what it was where they were picked: not of the largest since, of which steps that are not looked at know
// nothing. What is poor from the start, but no worse than that, is left as it is.
constexpr double least_of_velocities = 0.5, least_of_stated = 0.05, least_at_all = 0.02;
// Velocities with which alone the form applies are kept longer.
constexpr double least_without_choice = 1e-3;
// Velocities in which the mass matrix is ill-conditioned are left for others in which it is so much better.
constexpr double much_better = 0.01;
// |det| of the best choice, the rows of the constraints having length 1, below which they are dependent.
constexpr double dependent = 1e-9;
// That below which multipliers, which grow like its inverse square, keep no digit.
constexpr double nearly_dependent = 1e-7;
// The gradient of a nonlinear constraint vanishes where it becomes so small a part of what it was, or the root of the tolerance, at a speed
// that leads to 0 within a like part of the time; or where it turns round in one step and is so much shorter within.
constexpr double vanishing_gradient = 1e-7, dip = 0.05;

// The product of the lengths of the constraints' rows in a state y: of linear constraints it does not vanish.
double length_of_rows(Pivots& pivots, double t, std::span<const double> y, std::span<const double> p) {
    const Pivots::Choice best = pivots.at(t, y, p, pivots.at(t, y, p, std::vector<std::size_t>()).best);
    return best.rank > 0 ? best.determinant / best.rank : 0;
}

bool has_nonlinear_constraints(const System& system) {
    return std::ranges::any_of(system.constraints,
                               [](const Constraint& k) { return k.kind == Constraint::Kind::nonlinear; });
}

// The nonlinear constraints, whose gradients by the velocities may vanish.
std::string nonlinear_constraints(const System& system) {
    std::string list;
    for (const Constraint& k : system.constraints)
        if (k.kind == Constraint::Kind::nonlinear) list += (list.empty() ? "'" : " or '") + k.name + "'";
    return list;
}

std::string lost_gradient(const System& system) {
    return "the gradient of the constraint " + nonlinear_constraints(system) +
           " with respect to the velocities vanishes here, so that the constraint does not determine how the "
           "motion goes on";
}

}  // namespace

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

// How far a choice is from where is_good() is no longer true, as a part of the best.
double Run::margin_of(const Pivots::Choice& choice) const {
    if (carrier_->no_better) return choice.quality - least_without_choice;
    const bool is_stated = !velocities_in_use();
    const double least = is_stated ? least_of_stated : least_of_velocities;
    const double of_quality = choice.quality / (is_stated ? best_.quality : 1) - least;
    const double of_determinant = choice.determinant / best_.determinant - least;
    return std::max(of_quality,
                    is_stated ? of_determinant : std::min(of_determinant, choice.quality - least_at_all));
}

bool Run::is_nearly_dependent(const Pivots::Choice& choice) const {
    return !form().formulation().has_free_velocities() && choice.rank < nearly_dependent;
}

// At the start.
void Run::watch_velocities() {
    if (!pivots_) return;
    pivots_->weigh(x_at_, y_, p_);
    const Pivots::Choice choice = pivots_->at(x_at_, y_, p_, velocities_in_use());
    sign_ = choice.sign;
    best_ = choice;
    const bool is_free = form().formulation().has_free_velocities();
    if (!is_free || choice.sign == 0 || !is_good(choice) || is_ill_conditioned(choice)) pick(x_at_, choice);
    if (is_free) note_condition();
}

void Run::note_condition() {
    result_.condition = std::max(result_.condition, pivots_->condition(velocities_in_use()));
}

// Whether the mass matrix in the velocities in use loses digits that it would keep in the best ones.
bool Run::is_ill_conditioned(const Pivots::Choice& choice) const {
    const double condition = pivots_->condition(velocities_in_use());
    return condition > ill_conditioned && would_be_better(choice, condition);
}

bool Run::would_be_better(const Pivots::Choice& choice, double condition) const {
    return pivots_->condition(choice.best) < much_better * condition;
}

// Takes the best velocities for the independent ones, y_ being the state, if the form applies to them. The integrator is not told.
void Run::pick(double t, const Pivots::Choice& choice) {
    const bool is_free = form().formulation().has_free_velocities();
    reference_ = choice.best;
    if (is_free && velocities_in_use() != choice.best) {
        if (const Reason why = moving_->inapplicable(choice.best, result_.seconds)) {
            if (carrier_->no_better || !(choice.quality >= least_without_choice)) {
                halt(SimulationResult::End::singular,
                     "the constraints can no longer be solved with these independent velocities, and " +
                         moving_->form().title + " does not apply with " + moving_->names(choice.best) +
                         ": " + *why);
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

// The constraints are dependent where every determinant vanishes, that of the velocities in use among them. A gradient that passes
// through 0 turns round.
bool Run::ends_with_constraints(Step& step) {
    const Bracket b = where_lost(step.from, step.to, [&](double t) { return choice_at(t).sign == sign_; });
    if (choice_at(b.behind).rank < dependent) {
        end_at(step, b.before, dependence());
        return true;
    }
    if (!has_nonlinear_constraints(moving_->system())) return false;
    const auto length = [&](double t) {
        std::vector<double> x(x_.size()), y(y_.size());
        integrator().at(t, x);
        return form().read(t, x, p_, y) ? length_of_rows(*pivots_, t, y, p_) : 0;
    };
    if (length(b.behind) > dip * std::min(length(step.from), length(step.to))) return false;
    end_at(step, b.before, lost_gradient(moving_->system()));
    return true;
}

// Whether the velocities in use, and the constraints, are good in the state y_. The gradient of a nonlinear constraint may be on its way
// through 0, and not only become small as the velocities decay.
bool Run::are_velocities_well(double t) {
    if (!pivots_) return true;
    const Pivots::Choice end = pivots_->at(t, y_, p_, velocities_in_use());
    if (sign_ == 0) sign_ = end.sign;
    stretch_.velocities.margin = margin_of(end);
    if (!is_good(end) || is_nearly_dependent(end)) return false;
    if (first_.y.empty() || step_from_ == t || !has_nonlinear_constraints(moving_->system())) return true;
    std::vector<double> x(x_.size()), y(y_.size());
    integrator().at(step_from_, x);
    if (!form().read(step_from_, x, p_, y)) return true;
    const double first = length_of_rows(*pivots_, first_.t, first_.y, p_);
    const double before = length_of_rows(*pivots_, step_from_, y, p_),
                 now = length_of_rows(*pivots_, t, y_, p_);
    const double least = std::max(vanishing_gradient, std::sqrt(tolerance()));
    const double rate = std::fabs(before - now) / std::fabs(t - step_from_);
    return !(now < least * first && now < 10 * least * std::fabs(t - first_.t) * rate);
}

// Whether the constraints are as good as dependent in the state y_.
bool Run::are_dependent(double t) {
    return pivots_ && pivots_->at(t, y_, p_, velocities_in_use()).rank < std::sqrt(dependent);
}

// Where the determinant vanishes behind a time close by, at which the law can already not be solved: the motion is continued as a straight line.
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
    const std::vector<Constraint>& constraints = moving_->system().constraints;
    const auto dependent_one = std::ranges::find(constraints, pivots_->most_dependent(), &Constraint::name);
    if (constraints.size() == 1 && dependent_one->kind == Constraint::Kind::nonlinear)
        return lost_gradient(moving_->system());
    return with_way_through(
        "the constraints are dependent here: '" + pivots_->most_dependent() + "' follows from the others",
        moving_->stated());
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
    if (is_nearly_dependent(end)) return end_before_dependence(step);
    if (is_good(end)) {
        if (!are_velocities_well(step.to)) end_at(step, step.to, lost_gradient(moving_->system()));
        return;
    }
    if (end.sign != sign_ && ends_with_constraints(step)) return;
    is_pick_due_ = true;
    if (form().formulation().has_free_velocities())
        shorten(step, where_lost(step.from, step.to, [&](double t) { return is_good(choice_at(t)); }).before);
}

}  // namespace anholon
