#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "motion/run.hpp"

// A run: which of its steps are looked at. A step in which nothing is reported may go unwatched, as long as what is watched is far from
// failing; where the next look finds that something has failed, the motion returns to the last one and is watched step by step.
namespace anholon {

namespace {

// Steps from one look to the next, at most.
constexpr std::size_t longest = 16;
// The part of a period, of the fastest oscillation that the steps resolve, that may go by from one look at contacts to the next: four
// steps of a series.
constexpr double part_of_period = 4 / 5.25;
// Check sooner if a condition may fail within this many check intervals at its recent rate.
constexpr double foresight = 4;

}  // namespace

void Run::set_mark(Watch watch) {
    Stretch& s = stretch_;
    s.has_mark =
        watch == Watch::by_rule && coulomb_.is_empty() && s.velocities.steps > 1 && integrator().mark(s.mark);
    if (!s.has_mark) return;
    s.x = x_;
    s.t = x_at_;
    s.correction = result_.correction;
    s.steps_before = result_.steps;
}

void Run::return_to_mark(double watched_until) {
    Stretch& s = stretch_;
    integrator().return_to(s.mark);
    x_ = s.x;
    x_at_ = step_from_ = dense_from_ = s.t;
    result_.correction = s.correction;
    result_.steps = s.steps_before;
    result_.end = SimulationResult::End::reached;
    result_.reason.clear();
    of_x_.form = of_other_.form = nullptr;
    is_turn_due_ = is_curtailed_ = false;
    s.unwatched = s.without_guards = 0;
    s.velocities.steps = s.guards.steps = 1;
    s.watched_until = watched_until;
}

bool Run::has_row_within(const Step& step) const {
    const bool at_steps = !asked_.every && asked_.at.empty();
    return at_steps || direction_ * row_time(next_row_) <= direction_ * step.to;
}

bool Run::is_unwatched(const Step& step, const SimulationObserver& observer) const {
    return stretch_.has_mark && stretch_.unwatched + 1 < stretch_.velocities.steps &&
           step.to != asked_.until && !is_at_row(step.to) && step.crossings.empty() &&
           step.ended_by.empty() && !is_inspection_due() && !has_row_within(step) &&
           observer.samples(result_.steps) == 0 && observer.goes_on(step.to);
}

// Within a stretch only the contacts are looked at. Whether they hold, as far as it was asked.
bool Run::glance(const Step& step) {
    if (!has_guards()) return true;
    if (++stretch_.without_guards < stretch_.guards.steps) return true;
    if (!read(step.to, x_) || !is_law_regular() || !are_guards_well(step)) return false;
    plan(stretch_.guards, std::exchange(stretch_.without_guards, 0), longest_of_guards());
    return true;
}

// Whether a step ends as it should, x_ being its end: with regular equations, good velocities and all that the system was stated to be.
bool Run::is_well(const Step& step) {
    stretch_.velocities.margin = std::numeric_limits<double>::infinity();
    if (!read(step.to, x_) || !is_law_regular()) return false;
    if (!are_velocities_well(step.to) || !are_guards_well(step)) return false;
    if (has_unknowns_) law_sign_ = law_sign_here_;
    return true;
}

// In the middle as well where every step is looked at.
bool Run::are_guards_well(const Step& step) {
    if (!has_guards()) return true;
    if (stretch_.guards.steps == 1 && broken_at(0.5 * (step.from + step.to))) return false;
    if (broken_at(step.to)) return false;
    if (keeps_guards()) stretch_.guards.margin = guards_.margin();
    return true;
}

// A power of two, as are all stretches.
std::size_t Run::longest_of_guards() const {
    const double most = part_of_period * method_->steps_in_period(tolerance());
    std::size_t steps = 1;
    while (steps < longest && 2 * static_cast<double>(steps) <= most) steps *= 2;
    return steps;
}

// After a look: how many steps until the next one.
void Run::plan_stretch(bool may_lengthen) {
    Stretch& s = stretch_;
    plan(s.velocities, s.unwatched + 1, longest);
    plan(s.guards, s.without_guards + 1, longest_of_guards());
    s.unwatched = s.without_guards = 0;
    if (s.watched_until && direction_ * x_at_ >= direction_ * *s.watched_until) s.watched_until.reset();
    if (!may_lengthen || s.watched_until) s.velocities.steps = s.guards.steps = 1;
}

// From the margin now and `steps` before.
void Run::plan(Pace& pace, std::size_t steps, std::size_t most) {
    const double change = std::fabs(pace.margin - pace.margin_before) / static_cast<double>(steps);
    pace.change = std::isfinite(change) ? std::max(change, pace.change / 2) : 0;
    pace.margin_before = pace.margin;
    std::size_t next = std::min(2 * pace.steps, most);
    while (next > 1 && foresight * pace.change * static_cast<double>(next) > pace.margin) next /= 2;
    pace.steps = next;
}

}  // namespace anholon
