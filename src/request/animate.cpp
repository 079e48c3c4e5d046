#include "request/animate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/words.hpp"
#include "request/form.hpp"
#include "request/method.hpp"
#include "scene/widened_rows.hpp"

namespace anholon::request {

namespace {

// All standard columns take part: the picture is made of them.
SimulationOptions read(const Animate& request, const System& system) {
    SimulationWords words = request;
    if (!request.form_id.empty()) words.form = &form_of(request.form_id);
    if (!request.method_name.empty()) words.method = &method_named(request.method_name);
    if (words.columns && !without_blanks_around(*words.columns).starts_with('+'))
        words.columns = "+" + *words.columns;
    if (!(request.frames > 0) || !std::isfinite(request.frames))
        throw Refusal(Refusal::Of::words, "frames-bad", "the number of frames per second must be positive");
    SimulationOptions options = read_simulation(words, system);
    for (Quadrature& quadrature : drawn_quadratures(system))
        options.quadratures.push_back(std::move(quadrature));
    return options;
}

// The time between frames, so that the last one is at the end.
std::optional<double> interval(double until, double frames) {
    const double length = std::fabs(until);
    if (length == 0) return std::nullopt;
    const double count = std::clamp(std::round(length * frames), 1.0, static_cast<double>(most_frames - 1));
    return std::nextafter(length / count, std::numeric_limits<double>::infinity());
}

// Variables of the picture would change the steps of a motion without it.
bool has_all_that_is_drawn(const MovingSystem& moving) {
    return moving.stated().staging.variables.empty() && !moving.options().columns &&
           std::ranges::find(moving.columns(), Observable::Kind::plotted, &Observable::kind) ==
               moving.columns().end();
}

}  // namespace

AnimatedSystem::AnimatedSystem(const System& system, const Animate& request, const MovingSystem* ready)
    : system_(system),
      request_(request),
      own_(ready && has_all_that_is_drawn(*ready)
               ? nullptr
               : std::make_unique<const MovingSystem>(system, read(request, system))),
      moving_(own_ ? own_.get() : ready),
      drawing_(system, moving_->columns()) {}

bool AnimatedSystem::fits(const Animate& request) const {
    const auto fixed = [](const Animate& r) {
        return std::tie(r.experiment, r.tolerance, r.columns, r.more, r.events, r.stops, r.quadratures,
                        r.keeps_contact, r.of_core, r.form, r.method, r.form_id, r.method_name);
    };
    return fixed(request) == fixed(request_);
}

MotionShown AnimatedSystem::answer(const Animate& request, const std::function<bool(double)>& goes_on) const {
    const SimulationOptions options = moving_->exclusively([&] { return read(request, system_); });
    Run run(*moving_, {.initial = options.initial,
                       .until = options.until,
                       .every = interval(options.until, request.frames)});
    WidenedRows widened(moving_->columns(), run.columns());
    MotionShown out;
    out.columns = run.columns();
    for (Observable& column : out.columns)
        for (const DrawnVariable& variable : system_.staging.variables)
            if (column.value == variable.symbol) column.is_detail = true;
    out.result = run.run({.row =
                              [&](std::span<const double> row) {
                                  out.rows.insert(out.rows.end(), row.begin(), row.end());
                                  widened.append(row);
                              },
                          .goes_on = goes_on});
    out.result.seconds.derive += moving_->seconds().derive;
    out.result.seconds.compile += moving_->seconds().compile;
    out.count = out.rows.size() / out.columns.size();
    out.form = &run.form_of_equations();
    out.tolerance = run.tolerance();
    out.initial = run.initial();
    SceneInMotion shown = drawing_.scene(widened.numbers(), run.parameters());
    out.scene = std::move(shown.scene);
    out.frames = std::move(shown.frames);
    return out;
}

MotionShown answer(const Animate& request, const System& system, const std::function<bool(double)>& goes_on,
                   const MovingSystem* ready) {
    return AnimatedSystem(system, request, ready).answer(request, goes_on);
}

}  // namespace anholon::request
