#include "study/exponent_lanes.hpp"

#include <cassert>
#include <cmath>

#include "base/deadline.hpp"
#include "integrate/runge_kutta/lanes.hpp"
#include "study/variations.hpp"

namespace anholon {

// One motion between two stretches.
class ExponentLanes::Motion {
  public:
    Motion(Flow& flow, TangentFunctions& functions, const BatchStart& start, const LyapunovOptions& options)
        : flow_(flow),
          p_(start.p),
          tolerance_(options.tolerance),
          growth_(flow, functions, start.x, start.p) {
        y_ = growth_.begin(growth_.directions(ExplainedDirections::all(flow)), 1, options.seed);
    }

    bool goes_on() const { return goes_on_; }
    BatchStart start() const { return {y_, p_}; }

    // The state and its vector at the end of a stretch.
    void take(const BatchEnd& end, double t) {
        // The motion may have ended, or its vector may have become too long within a stretch.
        if (end.outcome != Step::Outcome::advanced) return stop(Found::Outcome::open);
        y_ = end.x;
        const std::span<double> x = std::span(y_).first(flow_.size());
        if (!flow_.project(t, x, p_) || flow_.broken(t, x, p_)) return stop(Found::Outcome::ended);
        steps_ += end.steps;
        growth_.allow(tolerance_ * static_cast<double>(steps_));
        if (!growth_.renormalise(t, y_)) stop(Found::Outcome::open);
    }

    void begin_averages() { growth_.begin_averages(0); }

    Found found() {
        if (!goes_on_) return {outcome_, 0};
        const LyapunovSpectrum spectrum = growth_.spectrum(std::nullopt);
        return {Found::Outcome::done, spectrum.exponents.empty() ? 0 : spectrum.exponents[0].value};
    }

  private:
    void stop(Found::Outcome outcome) {
        goes_on_ = false;
        outcome_ = outcome;
    }

    Flow& flow_;
    std::vector<double> p_, y_;
    double tolerance_;
    std::size_t steps_ = 0;
    TangentGrowth growth_;
    bool goes_on_ = true;
    Found::Outcome outcome_ = Found::Outcome::done;
};

ExponentLanes::ExponentLanes(const Flow& flow, const LyapunovOptions& options)
    : flow_(flow),
      options_(options),
      functions_(flow),
      method_(dop853_lanes(with_variations(flow.equations(), 1), {.tolerance = options.tolerance})) {
    assert(flow.is_autonomous() && options.until > 0);
}

std::vector<ExponentLanes::Found> ExponentLanes::operator()(std::span<const BatchStart> starts,
                                                            std::size_t threads) const {
    Flow flow = flow_;
    TangentFunctions functions = functions_;
    std::vector<Motion> motions;
    motions.reserve(starts.size());
    for (const BatchStart& start : starts) motions.emplace_back(flow, functions, start, options_);
    double t = 0;
    const auto move = [&](double until, std::size_t count) {
        const double length = (until - t) / static_cast<double>(count), from = t;
        for (std::size_t k = 1; k <= count; ++k) {
            Deadline::check();
            t = k == count ? until : from + static_cast<double>(k) * length;
            std::vector<BatchStart> batch;
            std::vector<Motion*> moving;
            for (Motion& motion : motions)
                if (motion.goes_on()) {
                    batch.push_back(motion.start());
                    moving.push_back(&motion);
                }
            const std::vector<BatchEnd> ends = integrate_batch(*method_, batch, length, threads);
            for (std::size_t i = 0; i < moving.size(); ++i) moving[i]->take(ends[i], t);
        }
    };
    const double after = options_.until - options_.transient;
    if (options_.transient > 0)
        move(options_.transient,
             static_cast<std::size_t>(
                 std::ceil(options_.transient / after * static_cast<double>(stretches_of_exponents))));
    for (Motion& motion : motions)
        if (motion.goes_on()) motion.begin_averages();
    move(options_.until, stretches_of_exponents);
    std::vector<Found> out;
    for (Motion& motion : motions) out.push_back(motion.found());
    return out;
}

}  // namespace anholon
