#include "motion/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/deadline.hpp"
#include "base/finite.hpp"

// A run: what is reported of it, row by row, and what it heeds on the way.
namespace anholon {

namespace {

// Rows between two questions whether to go on.
constexpr std::size_t rows_between_questions = 64;

}  // namespace

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
    known.t = t;
    known.form = &form();
    known.x.assign(x.begin(), x.end());
    known.y = y_;
    known.z = z_;
    known.has_unknowns = has_unknowns_;
    known.law_sign = law_sign_here_;
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
    const double t = rows_from_ + direction_ * static_cast<double>(k + 1) * *asked_.every;
    return direction_ * t < direction_ * asked_.until ? t : asked_.until;
}

// The state, on the constraints, at a time within the last step.
bool Run::state_at(double t, std::vector<double>& x) {
    x = x_;
    if (t == x_at_) return true;
    integrator().at(t, x);
    return project(t, x);
}

bool Run::is_within_last_step(double t) const {
    return std::min(dense_from_, x_at_) <= t && t <= std::max(dense_from_, x_at_);
}

std::optional<std::vector<double>> Run::at(double t) {
    return is_within_last_step(t) ? columns_at(t) : std::nullopt;
}

std::optional<std::vector<double>> Run::columns_at(double t) {
    const double correction = result_.correction;  // of the motion, not of pictures
    std::vector<double> x, row(columns_.size());
    const bool is_known = state_at(t, x) && read(t, x);
    result_.correction = correction;
    if (!is_known) return std::nullopt;
    column_functions_(t, y_, p_, z_, row);
    return are_finite(row) ? std::optional(std::move(row)) : std::nullopt;
}

void Run::emit_rows(const SimulationObserver& observer, const Step& step, double end) {
    std::vector<double> x;
    const auto at = [&](double t) {
        if (state_at(t, x)) emit(observer, t, x);
    };
    if (!asked_.every && asked_.at.empty()) return at(end);
    const auto end_of_motion = result_.end;
    for (std::size_t count = 1; direction_ * row_time(next_row_) <= direction_ * end; ++count) {
        const double t = row_time(next_row_++);
        if (direction_ * t >= direction_ * step.from) at(t);
        if (t == asked_.until || result_.end != end_of_motion) break;
        if (count % rows_between_questions != 0) continue;
        Deadline::check();
        if (!observer.goes_on(t)) return interrupt_at(t);
    }
}

// A sample without a finite value is left out.
void Run::sample(const SimulationObserver& observer, const Step& step, double end) {
    const std::size_t count = observer.samples(result_.steps);
    for (std::size_t k = 1; k <= count; ++k) {
        const double t =
            k == count ? end
                       : step.from + static_cast<double>(k) / static_cast<double>(count) * (end - step.from);
        if (const auto row = columns_at(t)) observer.sample(*row);
    }
}

void Run::interrupt_at(double t) {
    integrator().at(t, x_);
    x_at_ = t;
    halt(SimulationResult::End::interrupted, "");
}

void Run::meet(const Step& step) {
    std::vector<double> x(x_.size());
    for (const Crossing& c : step.crossings) {
        if (c.event >= options().events.size()) continue;
        integrator().at(c.t, x);
        if (!project(c.t, x) || !evaluate(c.t, x)) continue;
        result_.events.push_back({c.event, c.t, direction_ * c.direction, row_});
        if (!options().events[c.event].stops) continue;
        result_.end = SimulationResult::End::event;
        result_.t = x_at_ = c.t;
        x_ = x;
        return;
    }
}

std::optional<std::string> Run::broken_at(double t) {
    std::vector<double> x;
    if (!state_at(t, x) || !read(t, x)) return std::nullopt;
    is_paradox_ = false;
    auto words = keeps_guards() ? guards_.broken(t, y_, p_, z_) : std::nullopt;
    if (words || coulomb_.is_empty()) return words;
    words = coulomb_.paradox(t, y_, p_);
    is_paradox_ = words.has_value();
    return words;
}

// Looks twice in a step whether the system is still what it was stated to be, and goes back to where it ceased to be.
void Run::heed(const Step& step) {
    if (!has_guards()) return;
    const double end = result_.end == SimulationResult::End::event ? result_.t : step.to;
    double good = step.from;
    for (const double t : {0.5 * (step.from + end), end}) {
        auto words = broken_at(t);
        if (!words) {
            good = t;
            continue;
        }
        double bad = t;
        bool is_paradox = is_paradox_;
        while (std::fabs(bad - good) > 1e-14 * std::max(std::fabs(bad), std::fabs(good))) {
            const double middle = 0.5 * (good + bad);
            if (middle == good || middle == bad) break;
            const auto there = broken_at(middle);
            (there ? bad : good) = middle;
            if (there) words = there;
            if (there) is_paradox = is_paradox_;
        }
        result_.end = is_paradox ? SimulationResult::End::undetermined : SimulationResult::End::left;
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

}  // namespace anholon
