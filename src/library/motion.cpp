#include <algorithm>
#include <cmath>
#include <exception>

#include "base/text.hpp"
#include "base/words.hpp"
#include "library/internals.hpp"
#include "model/fork.hpp"
#include "model/request.hpp"
#include "request/failure.hpp"
#include "request/simulate.hpp"

namespace anholon {
inline namespace v0 {

struct Motion::Compiled {
    Compiled(const Model& model, const MotionRequest& request);
    ~Compiled() { library::mind_thread(); }

    Model model;
    System system;  // a fork: its context belongs to `moving`
    std::string experiment;
    MovingSystem moving;
    std::vector<std::string> names, units;
};

namespace {

constexpr double most_rows = 1e8;

SimulationOptions options_of(const MotionRequest& asked, const System& system) {
    request::Simulate words;
    words.experiment = asked.experiment;
    words.more = asked.more_columns;
    words.events = asked.events;
    words.quadratures = asked.quadratures;
    words.keeps_contact = asked.keep_contact;
    words.form_id = asked.form;
    words.method_name = asked.method;
    if (asked.columns && !asked.columns->empty()) words.columns = joined(*asked.columns, ",");
    SimulationOptions options = read(words, system).options;
    if (asked.columns && asked.columns->empty()) options.columns.emplace();
    if (asked.tolerance) options.tolerance = library::finite(*asked.tolerance, "tolerance");
    if (options.tolerance && !(*options.tolerance > 0 && *options.tolerance < 1))
        throw library::error_of("tolerance-bad", "the tolerance is a number between 0 and 1",
                                "such as 1e-10");
    return options;
}

std::size_t column_of(std::string_view name, const std::vector<std::string>& names) {
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    throw library::error_of("column-unknown", "there is no column '" + std::string(name) + "'",
                            request::did_you_mean(std::string(name), names));
}

RunResult::End end_of(SimulationResult::End end) {
    using From = SimulationResult::End;
    using To = RunResult::End;
    switch (end) {
        case From::reached: return To::reached;
        case From::event: return To::event;
        case From::left: return To::left;
        case From::interrupted: return To::stopped;
        case From::singular: return To::singular;
        case From::stuck: return To::stuck;
        case From::unrowed: return To::not_finite;
        case From::undetermined: return To::undetermined;
    }
    return To::stuck;
}

std::string reason_of(const SimulationResult& result, const std::vector<WatchedEvent>& events) {
    switch (result.end) {
        case SimulationResult::End::reached: return "";
        case SimulationResult::End::interrupted: return "stopped by the callback";
        case SimulationResult::End::event:
            return result.events.empty() ? "" : events[result.events.back().event].name;
        default: return request::why_it_ended(result);
    }
}

RunResult plain(SimulationResult&& result, const MovingSystem& moving,
                const std::vector<std::string>& names) {
    const std::vector<WatchedEvent>& events = moving.options().events;
    RunResult out{.end = end_of(result.end),
                  .reason = reason_of(result, events),
                  .t = result.t,
                  .names = names,
                  .final = std::move(result.final),
                  .drifts = {},
                  .events = {},
                  .steps = result.steps,
                  .rows = result.rows,
                  .notes = std::move(result.notes),
                  .method = std::string(result.method)};
    for (const Drift& d : result.drifts)
        out.drifts.push_back({d.name, d.initial, d.change, d.relative, d.kind == Drift::Kind::integral});
    for (MetEvent& met : result.events)
        out.events.push_back({events[met.event].name, met.t, met.direction, std::move(met.row)});
    return out;
}

// Passes rows on until the callback has had enough, or has thrown.
class Listener {
  public:
    Listener(const Run::Callback& callback, const std::vector<std::string>& names)
        : callback_(callback), names_(names) {}

    SimulationObserver observer() {
        if (!callback_) return {};
        return {.row = [this](std::span<const double> row) { hear(row); },
                .goes_on = [this](double) { return !is_over_; }};
    }
    void rethrow() const {
        if (thrown_) std::rethrow_exception(thrown_);
    }

  private:
    void hear(std::span<const double> row) {
        if (is_over_) return;
        try {
            is_over_ = !callback_(RowView(row, names_));
        } catch (...) {
            thrown_ = std::current_exception();
            is_over_ = true;
        }
    }

    const Run::Callback& callback_;
    const std::vector<std::string>& names_;
    std::exception_ptr thrown_;
    bool is_over_ = false;
};

void check_times(double until, std::optional<double> every) {
    library::finite(until, "until");
    if (!every) return;
    library::finite(*every, "every");
    if (!(*every > 0))
        throw library::error_of("every-not-positive", "the time between rows must be positive");
    if (std::fabs(until) / *every > most_rows)
        throw library::error_of("rows-too-many", "this makes " + decimal(std::fabs(until) / *every, 3) +
                                                     " rows, and at most " + decimal(most_rows, 1) +
                                                     " are given");
}

bool is_parameter(const std::string& name, const Model& model) {
    return std::ranges::any_of(model.parameters(),
                               [&](const ModelParameter& p) { return p.name == ascii_name(name); });
}

}  // namespace

Motion::Compiled::Compiled(const Model& of, const MotionRequest& request)
    : model(of),
      system(fork(of.frozen().system)),
      experiment(request.experiment),
      moving(system, options_of(request, system)) {
    for (const Observable& column : moving.columns()) {
        names.push_back(column.name);
        units.push_back(column.unit);
    }
}

Motion::Motion(const Model& model, const MotionRequest& request)
    : compiled_(library::answered(model, [&] { return std::make_shared<const Compiled>(model, request); })) {}

const std::vector<std::string>& Motion::names() const { return compiled_->names; }
const std::vector<std::string>& Motion::units() const { return compiled_->units; }
const std::string& Motion::form() const { return compiled_->moving.form().id; }

double RowView::operator[](std::string_view name) const { return values_[column_of(name, names_)]; }

double RunResult::operator[](std::string_view name) const {
    const std::size_t column = column_of(name, names);
    if (column < final.size()) return final[column];
    throw library::error_of("value-missing",
                            "the motion ended before '" + std::string(name) + "' had a value");
}

Run::Run(Motion motion, RunRequest request) : motion_(std::move(motion)), request_(std::move(request)) {}

void Run::set(const std::string& name, double value) {
    const auto& [model, system, experiment, moving, names, units] = motion_.compiled();
    library::answered(model, [&] {
        const bool of_parameter = is_parameter(name, model);
        const Source source(of_parameter ? "parameters" : "initial",
                            library::assignments({{name, value}}).front());
        moving.exclusively([&] {
            Diagnostics said;
            const bool is_known = of_parameter ? read_parameter(source, system, said).has_value()
                                               : read_initial_value(source, system, said).has_value();
            if (!is_known || said.failed()) throw Refusal(said, source);
        });
        (of_parameter ? request_.parameters : request_.initial)[name] = value;
    });
}

RunResult Run::run(double until, std::optional<double> every, const Callback& callback) const {
    const Motion::Compiled& compiled = motion_.compiled();
    Listener listener(callback, compiled.names);
    RunResult result = library::answered(compiled.model, [&] {
        check_times(until, every);
        const SimulationWords words{.parameters = library::assignments(request_.parameters),
                                    .values = library::assignments(request_.initial),
                                    .experiment = compiled.experiment,
                                    .is_strict = request_.strict};
        RunOptions options{.initial = compiled.moving.exclusively(
                               [&] { return read_initial_state(words, compiled.system); }),
                           .until = until,
                           .every = every};
        library::EngineRun run(compiled.moving, std::move(options));
        return plain(run.run(listener.observer()), compiled.moving, compiled.names);
    });
    listener.rethrow();
    return result;
}

RunResult simulate(const Model& model, double until, std::optional<double> every,
                   const Run::Callback& callback) {
    return Run(Motion(model)).run(until, every, callback);
}

}  // namespace v0
}  // namespace anholon
