#include "integrate/sampled_events.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/first_zero.hpp"

namespace anholon {

namespace {

int sign(double x) { return (x > 0) - (x < 0); }

bool contains(const std::vector<std::size_t>& list, std::size_t k) {
    return std::ranges::find(list, k) != list.end();
}

}  // namespace

SampledEvents::SampledEvents(std::vector<Event> events)
    : events_(std::move(events)), signs_(events_.size()), scales_(events_.size()) {}

void SampledEvents::forget() {
    std::ranges::fill(signs_, 0);
    std::ranges::fill(scales_, 0.0);
    stands_at_.clear();
}

void SampledEvents::mark(std::vector<double>& list) const {
    for (std::size_t k = 0; k < events_.size(); ++k) {
        list.push_back(signs_[k]);
        list.push_back(scales_[k]);
        list.push_back(contains(stands_at_, k));
    }
}

void SampledEvents::return_to(std::span<const double> list) {
    list = list.last(3 * events_.size());
    stands_at_.clear();
    for (std::size_t k = 0; k < events_.size(); ++k) {
        signs_[k] = static_cast<int>(list[3 * k]);
        scales_[k] = list[3 * k + 1];
        if (list[3 * k + 2] != 0) stands_at_.push_back(k);
    }
}

bool SampledEvents::is_wanted(std::size_t event, int direction) const {
    const int wanted = events_[event].direction;
    return wanted == 0 || wanted == direction;
}

bool SampledEvents::ends(std::size_t event, int direction) const {
    return events_[event].ends_step && is_wanted(event, direction);
}

void SampledEvents::cross(Step& step, std::size_t event, double t, int direction) {
    signs_[event] = direction;
    if (is_wanted(event, direction)) step.crossings.push_back({event, t, direction});
    if (ends(event, direction)) step.ended_by.push_back(event);
}

void SampledEvents::meet(Step& step, const Values& values) {
    std::vector<double> f(events_.size());
    values(step.from, f);
    for (std::size_t k = 0; k < f.size(); ++k) scales_[k] = std::max(scales_[k], std::fabs(f[k]));
    meet_at_start(step, f);
    if (step.ended_by.empty())
        meet_behind_start(step, values);
    else
        step.to = step.from;
    stands_at_ = step.ended_by;
    values(step.to, f);
    for (std::size_t k = 0; k < f.size(); ++k)
        if (signs_[k] == 0) signs_[k] = sign(f[k]);
    for (const std::size_t k : stands_at_) signs_[k] = 0;
}

// Rounding may put a zero at the seam of two steps into neither. The sign of a function that starts at a zero up to rounding, which
// does not end the step, is that of the end.
void SampledEvents::meet_at_start(Step& step, std::span<const double> at_start) {
    for (std::size_t k = 0; k < at_start.size(); ++k) {
        const int now = sign(at_start[k]);
        const bool may_start_at_zero = events_[k].ends_step && events_[k].direction == 0;
        if (signs_[k] != 0 && now == -signs_[k]) cross(step, k, step.from, now);
        if (signs_[k] == 0 && !may_start_at_zero && !contains(stands_at_, k)) signs_[k] = now;
    }
}

void SampledEvents::meet_behind_start(Step& step, const Values& values) {
    std::vector<std::size_t> vanish = stands_at_;  // at `from`
    double from = step.from;
    const auto may_vanish_at_start = [&](std::size_t k) {
        return !contains(vanish, k) && (!events_[k].ends_step || events_[k].direction != 0);
    };
    const auto any = [](std::size_t, int) { return true; };
    while (step.ended_by.empty()) {
        const auto zero =
            first_zero({events_.size(), values, any, may_vanish_at_start, scales_, vanish}, from, step.to);
        if (!zero) return;
        vanish.clear();
        for (const auto& [event, direction] : zero->functions) {
            cross(step, event, zero->t, direction);
            vanish.push_back(event);
        }
        from = zero->t;
    }
    step.to = from;
}

}  // namespace anholon
