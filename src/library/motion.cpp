#include <algorithm>
#include <cmath>
#include <exception>

#include "base/deadline.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "library/internals.hpp"
#include "model/fork.hpp"
#include "model/request.hpp"
#include "model/state/least_movement.hpp"
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
    std::vector<Expr> plain_inputs;  // by input: its symbol, empty if its unit is not that of SI
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
        case SimulationResult::End::interrupted:
            return result.reason.empty() ? "stopped by the callback" : result.reason;
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
    for (const Parameter& p : system.parameters) {
        const bool is_in_si = !p.scale || (p.scale.is_number() && p.scale.number().is_one());
        if (p.is_input) plain_inputs.push_back(is_in_si ? p.symbol : Expr());
    }
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

namespace {

std::vector<std::string> names_of(const library::EngineRun& run) {
    std::vector<std::string> names;
    for (const Observable& column : run.columns()) names.push_back(column.name);
    return names;
}

RunOptions options_of(const RunRequest& request, const Motion::Compiled& compiled, double until) {
    const SimulationWords words{.parameters = library::assignments(request.parameters),
                                .values = library::assignments(request.initial),
                                .experiment = compiled.experiment,
                                .is_strict = request.strict};
    return {
        .initial = compiled.moving.exclusively([&] { return read_initial_state(words, compiled.system); }),
        .until = until};
}

// The number that a double is, without a text in between. Nothing for very small and very large ones.
std::optional<Rational> exactly(double value) {
    int exponent = 0;
    auto mantissa = static_cast<long>(std::ldexp(std::frexp(value, &exponent), 53));
    exponent -= 53;
    while (mantissa != 0 && mantissa % 2 == 0 && exponent < 0) {
        mantissa /= 2;
        ++exponent;
    }
    if (mantissa == 0) return Rational(0);
    constexpr int most = 60;
    if (exponent > 0 || exponent < -2 * most) return std::nullopt;
    const int first = std::min(-exponent, most);
    return Rational(mantissa, 1L << first) * Rational(1, 1L << (-exponent - first));
}

// An input in SI units, within its range, without a look at anything else: it is set at every step of a controller.
std::optional<NewValues> read_input_value(const std::string& name, double value,
                                          const Motion::Compiled& compiled) {
    const std::vector<ModelParameter>& known = compiled.model.inputs();
    const auto input = std::ranges::find(known, name, &ModelParameter::name);
    if (input == known.end() || !std::isfinite(value)) return std::nullopt;
    if (input->range && (value < input->range->first || value > input->range->second)) return std::nullopt;
    const Expr& symbol = compiled.plain_inputs[static_cast<std::size_t>(input - known.begin())];
    if (!symbol) return std::nullopt;
    const auto exact = exactly(value);
    return NewValues{.parameters = {{symbol, exact ? *exact : rational(value)}}};
}

// A value by its name, in the unit of the model.
NewValues read_value(const std::string& name, double value, const Motion::Compiled& compiled) {
    if (auto input = read_input_value(name, value, compiled)) return std::move(*input);
    const bool of_parameter = is_parameter(name, compiled.model);
    const Source source(of_parameter ? "parameters" : "initial",
                        library::assignments({{name, value}}).front());
    return compiled.moving.exclusively([&] {
        Diagnostics said;
        const auto read = of_parameter ? read_parameter(source, compiled.system, said)
                                       : read_initial_value(source, compiled.system, said);
        if (!read || said.failed()) throw Refusal(said, source);
        NewValues values;
        (of_parameter ? values.parameters : values.values).push_back(*read);
        return values;
    });
}

}  // namespace

struct Run::Stepped {
    library::EngineRun run;
    std::vector<std::string> names;
    bool has_begun = false;
};

Run::Run(Motion motion, RunRequest request) : motion_(std::move(motion)), request_(std::move(request)) {}
Run::Run(Run&& other) noexcept = default;
Run& Run::operator=(Run&& other) noexcept = default;
Run::~Run() = default;

RunResult Run::run(double until, std::optional<double> every, const Callback& callback,
                   const std::stop_token& stop) const {
    const Motion::Compiled& compiled = motion_.compiled();
    std::vector<std::string> names = compiled.names;
    Listener listener(callback, names);
    RunResult result = library::answered(compiled.model, [&] {
        check_times(until, every);
        const library::StopHere here(stop);
        try {
            RunOptions options = options_of(request_, compiled, until);
            options.every = every;
            library::EngineRun run(compiled.moving, std::move(options));
            names = names_of(run);
            return plain(run.run(listener.observer()), compiled.moving, names);
        } catch (const Cancelled&) {  // before it began
            return RunResult{
                .end = RunResult::End::stopped, .reason = "the motion was asked to stop", .names = names};
        }
    });
    listener.rethrow();
    return result;
}

// The motion that is stepped, or its start.
Run::Stepped& Run::stepped() {
    if (!stepped_) {
        library::EngineRun run(motion_.compiled().moving, options_of(request_, motion_.compiled(), 0));
        std::vector<std::string> names = names_of(run);
        stepped_ = std::make_unique<Stepped>(Stepped{std::move(run), std::move(names)});
    }
    return *stepped_;
}

bool Run::step(double until, const std::stop_token& stop) {
    const Motion::Compiled& compiled = motion_.compiled();
    return library::answered(compiled.model, [&] {
        library::finite(until, "until");
        Stepped& motion = stepped();
        if (!motion.has_begun)
            motion.run = library::EngineRun(compiled.moving, options_of(request_, compiled, until));
        motion.has_begun = true;
        motion.run.head_for(until);
        const library::StopHere here(stop);
        return motion.run.step();
    });
}

double Run::t() const { return stepped_ ? stepped_->run.t() : 0; }

const std::vector<std::string>& Run::names() {
    return *library::answered(motion_.compiled().model, [&] { return &stepped().names; });
}

std::vector<double> Run::now() {
    return library::answered(motion_.compiled().model, [&] { return at(stepped().run.t()); });
}

std::vector<double> Run::at(double t) {
    return library::answered(motion_.compiled().model, [&] {
        library::EngineRun& run = stepped().run;
        if (!run.is_within_last_step(library::finite(t, "t")))
            throw library::error_of("time-outside", "t = " + decimal(t, 10) + " is not within the last step",
                                    "the motion stands at t = " + decimal(run.t(), 10));
        if (auto row = run.at(t)) return std::move(*row);
        throw library::error_of("value-missing",
                                "at t = " + decimal(t, 10) + " a column has no finite value");
    });
}

RunResult Run::result() {
    return library::answered(motion_.compiled().model, [&] {
        Stepped& motion = stepped();
        return plain(motion.run.result(), motion_.compiled().moving, motion.names);
    });
}

void Run::set(const std::string& name, double value) {
    const Motion::Compiled& compiled = motion_.compiled();
    library::answered(compiled.model, [&] {
        const NewValues values = read_value(name, value, compiled);
        if (stepped_ && stepped_->has_begun) return stepped_->run.set(values);
        (values.values.empty() ? request_.parameters : request_.initial)[name] = value;
        stepped_.reset();
    });
}

void Run::reset() { stepped_.reset(); }

void Run::reset(RunRequest request) {
    request_ = std::move(request);
    stepped_.reset();
}

namespace {

RunResult failed(const std::exception_ptr& failure, const Motion::Compiled& compiled) {
    try {
        library::answered(compiled.model, [&] { std::rethrow_exception(failure); });
    } catch (const Error& error) {
        return {.end = RunResult::End::failed, .reason = error.what(), .names = compiled.names};
    }
    return {};
}

}  // namespace

std::vector<RunResult> ensemble(const Motion& motion, std::span<const RunRequest> starts, double until,
                                const EnsembleOptions& options) {
    const Motion::Compiled& compiled = motion.compiled();
    library::finite(until, "until");
    const Stop stop;
    const std::stop_callback asked(options.stop, [&] { stop.request(); });
    std::vector<Lane> lanes = ensemble(
        compiled.moving, starts.size(),
        [&](std::size_t k) {
            library::mind_thread();
            return options_of(starts[k], compiled, until);
        },
        library::EngineEnsembleOptions{
            .threads = options.threads, .progress = options.progress, .stop = stop});
    std::vector<RunResult> results;
    for (Lane& lane : lanes)
        results.push_back(lane.failure ? failed(lane.failure, compiled)
                                       : plain(std::move(lane.result), compiled.moving,
                                               lane.columns.empty() ? compiled.names : lane.columns));
    return results;
}

RunResult simulate(const Model& model, double until, std::optional<double> every,
                   const Run::Callback& callback) {
    return Run(Motion(model)).run(until, every, callback);
}

}  // namespace v0
}  // namespace anholon
