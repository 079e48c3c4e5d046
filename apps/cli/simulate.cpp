#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iostream>

#include "base/pending_file.hpp"
#include "budget.hpp"
#include "command.hpp"
#include "interrupt.hpp"
#include "model/language/unit.hpp"
#include "model/state/parameter_values.hpp"
#include "model_input.hpp"
#include "report/faults.hpp"
#include "report/motion_plot.hpp"
#include "report/progress.hpp"
#include "report/simulation.hpp"
#include "report/trajectory.hpp"
#include "simulation_request.hpp"

namespace anholon::cli {

namespace {

using End = SimulationResult::End;

// Without the columns that only pictures need; those stand at the end.
std::vector<Observable> reported(const Simulation& simulation) {
    std::vector<Observable> list = simulation.columns();
    while (!list.empty() && list.back().kind == Observable::Kind::plotted) list.pop_back();
    return list;
}

TrajectoryHeader header_of(const Simulation& simulation, const LoadedModel& input, const Session& session,
                           std::string_view method, const InitialStateOptions& initial) {
    TrajectoryHeader header{.title = input.system->name,
                            .model_text = std::string(input.source.text()),
                            .form = simulation.form_of_equations().id,
                            .method = std::string(method),
                            .tolerance = simulation.tolerance(),
                            .parameters = {},
                            .provenance = session.provenance,
                            .columns = {}};
    for (std::size_t k = 0; k < input.system->parameters.size(); ++k)
        header.parameters.push_back({symbol_text(input.system->parameters[k].symbol.symbol()),
                                     simulation.parameters()[k], si_unit(input.system->parameters[k].unit)});
    for (const auto& [name, value] : derived_values(*input.system, parameter_point(*input.system, initial)))
        header.parameters.push_back({name, value});
    for (const Observable& o : reported(simulation))
        header.columns.push_back({o.name, o.unit, o.description});
    return header;
}

// The same columns for the states at events, with what happened there.
TrajectoryHeader events_header(TrajectoryHeader header, const std::vector<WatchedEvent>& events) {
    std::string list;
    for (std::size_t k = 0; k < events.size(); ++k)
        list += fmt::format("{}{}: {}", k == 0 ? "" : "; ", k + 1, events[k].name);
    const std::vector<Column> more{{"event", "", "number of the event, " + list},
                                   {"direction", "", "1: grows through 0, -1: falls through 0"}};
    header.columns.insert(header.columns.begin() + 1, more.begin(), more.end());
    return header;
}

void add_warning(Outcome& outcome, const std::string& code, const std::string& message) {
    outcome.warnings.push_back({.code = code, .message = message});
    outcome.log += "anholon: warning[" + code + "]: " + message + "\n";
}

void warn_of_changed_values(const InitialState& initial, Outcome& outcome) {
    for (const auto* list : initial.parts())
        for (const InitialVariable& x : *list) {
            if (!x.is_changed()) continue;
            add_warning(outcome, "state-inconsistent",
                        fmt::format("the motion starts with {} = {:.10g}, not {:.10g}, which the constraints "
                                    "do not allow",
                                    x.name, x.value, *x.given));
        }
}

// Errors beside a result: what was computed is reported all the same.
void add_error(Outcome& outcome, Exit exit, const std::string& code, const std::string& message) {
    Outcome error = refused(exit, {.code = code, .message = message});
    outcome.exit = exit;
    outcome.log += error.log;
    outcome.errors.push_back(std::move(error.errors[0]));
}

class Simulate : public Command {
  public:
    std::string_view name() const override { return "simulate"; }
    std::string_view summary() const override {
        return "simulate a system; report its final state and how well conserved quantities are kept";
    }
    std::string_view example() const override {
        return "anholon simulate rattleback --until 5 --columns w3,energy -o run.csv";
    }

    void declare(CLI::App& app) override {
        app.add_option("M", model_, model_help)->required();
        request_.declare(app);
        app.add_option("-o", output_,
                       "FILE: write the rows: .nc, .csv or .json; CSV for a stream such as /dev/stdout");
        app.add_option("--events", events_output_,
                       "FILE: write the states at the events, in the same formats");
        request_.plot.declare(app);
    }

    Outcome run(Session& session) override {
        LoadedModel input = load_model(model_, session);
        if (!input.system) return rejected(input.diagnostics, input.source, session);
        if (session.json && is_standard_output(output_))
            return refused(Exit::usage, {.code = "stdout-twice",
                                         .message = "the rows and --json cannot both go to stdout",
                                         .help = "-o /dev/stderr, or a file"});
        Outcome refusal;
        const auto read = read_request(request_, *input.system, session, refusal);
        if (!read) return refusal;
        try {
            return simulated(input, *read, session);
        } catch (const Unavailable& e) {
            return refused(Exit::usage,
                           {.code = "unavailable",
                            .message = e.what(),
                            .help = "--form lagrange-multipliers knows accelerations and multipliers"});
        } catch (const NoInitialState& e) {
            return impossible(input, e, session);
        } catch (const UnknownFileFormat& e) {
            return refused(Exit::usage, {.code = "file-format", .message = e.what()});
        }
    }

  private:
    Outcome simulated(const LoadedModel& input, const ReadRequest& read, Session& session) {
        Simulation simulation(*input.system, read.options);
        Outcome outcome;
        add_warnings(outcome, input, session);
        warn_of_changed_values(simulation.initial(), outcome);
        const auto file = opened_file(output_, simulation, input, read, session);
        const auto events_file = opened_file(events_output_, simulation, input, read, session);
        check_plot_paths();
        SimulationReport report{.system = model_name(input),
                                .form = &simulation.form_of_equations(),
                                .tolerance = simulation.tolerance(),
                                .columns = reported(simulation),
                                .events = read.options.events,
                                .result = {},
                                .values = {},
                                .expected = {},
                                .history = History(simulation.columns().size(), kept_samples())};
        PlottedRows rows{simulation.columns(), History(simulation.columns().size(), kept_samples())};
        move(simulation, read, file.get(), report, rows.rows);
        if (file) file->finish(end_of(report.result));
        if (events_file) write_events(*events_file, report);
        if (report.result.end == End::reached || report.result.end == End::event ||
            report.result.end == End::left)
            check_expectations(input, report, read);
        for (const std::string& path : request_.plot.files())
            write_plot(path, MotionPlots(input.system->name, read.panels, report, rows).plots());
        judge(report, read, outcome);
        (is_standard_output(output_) ? outcome.log : outcome.text) += as_text(report, session.width);
        outcome.result = as_json(report);
        return outcome;
    }

    std::unique_ptr<TrajectoryWriter> opened_file(const std::string& path, const Simulation& simulation,
                                                  const LoadedModel& input, const ReadRequest& read,
                                                  const Session& session) const {
        if (path.empty()) return nullptr;
        const std::string_view method = read.options.method ? read.options.method->name : simulation.method();
        TrajectoryHeader header = header_of(simulation, input, session, method, read.options.initial);
        if (&path == &events_output_) header = events_header(std::move(header), read.options.events);
        return open_trajectory(path, std::move(header));
    }

    // Before the motion is computed.
    void check_plot_paths() const {
        for (const std::string& path : request_.plot.files()) const PendingFile writable(path);
    }

    // Curves in the summary need few points, pictures many.
    std::size_t kept_samples() const { return request_.plot.is_empty() ? 4096 : 200000; }

    void move(Simulation& simulation, const ReadRequest& read, TrajectoryWriter* file,
              SimulationReport& report, History& rows) const {
        const Interrupt interrupt;
        const std::size_t width = report.columns.size();
        Progress progress(std::cerr, progress_on_stderr("simulating", 0, read.options.until));
        const auto row = [&](std::span<const double> values) {
            rows.add(values);
            if (file) file->append(values.first(width));
        };
        const auto sample = [&](std::span<const double> values) { report.history.add(values); };
        const auto samples = [is_drawn = !request_.plot.is_empty()](std::size_t step) -> std::size_t {
            if (is_drawn) return step < 4096 ? 16 : 4;
            // Few: what is evaluated often is compiled, which takes longer than a short motion.
            if (step < 16) return 2;
            return step < 4096 || step % (step / 2048) == 0 ? 1 : 0;
        };
        const auto goes_on = [&](double t) {
            progress.update(t, simulation.largest_drift());
            return !Interrupt::has_come() && !Budget::is_spent();
        };
        report.result =
            simulation.run({.row = row, .goes_on = goes_on, .sample = sample, .samples = samples});
    }

    static void write_events(TrajectoryWriter& file, const SimulationReport& report) {
        for (const MetEvent& met : report.result.events) {
            std::vector<double> row{met.t, static_cast<double>(met.event + 1),
                                    static_cast<double>(met.direction)};
            row.insert(row.end(), met.row.begin() + 1,
                       met.row.begin() + static_cast<long>(report.columns.size()));
            file.append(row);
        }
        file.finish(end_of(report.result));
    }

    std::string model_name(const LoadedModel& input) const {
        return model_ == "-" ? input.system->name : model_;
    }

    static TrajectoryEnd end_of(const SimulationResult& result) {
        TrajectoryEnd end;
        if (result.end == End::interrupted)
            end.stopped = Budget::is_spent() ? "the time limit was reached" : "interrupted";
        else if (result.end != End::reached && result.end != End::event)
            end.stopped = why_it_ended(result);
        for (const Drift& d : result.drifts) end.drift.emplace_back(d.name, d.relative);
        return end;
    }

    // What the model expects of its own motion; one with other parameters or values is another motion.
    void check_expectations(const LoadedModel& input, SimulationReport& report,
                            const ReadRequest& read) const {
        if (!request_.are_of_the_model_itself()) return;
        if (report.form->role == EquationForm::Role::control) return;
        report.values = check_values(*input.system, {.form = read.options.form, .make = read.options.make});
        for (const ValueVerdict& v : report.values)
            report.expected.emplace_back(input.source.text(v.expectation->span));
    }

    // What the motion has to keep and did not: wrong beyond the bound, and worth a warning before.
    static void judge_drifts(const std::vector<Drift>& drifts, std::optional<double> bound,
                             Outcome& outcome) {
        for (const Drift& d : drifts) {
            if (d.lost_at) {
                const std::string words =
                    fmt::format("{} has no finite value at t = {:.10g}: from there on its drift is not known",
                                d.name, *d.lost_at);
                if (d.is_due || bound)
                    add_error(outcome, Exit::expectation, "drift", words);
                else
                    add_warning(outcome, "drift", words);
            }
            const double most = bound.value_or(wrong_drift);
            const bool is_wrong = !(d.relative <= most) && (d.is_due || bound);
            if (!is_wrong && (bound || d.relative <= noticeable_drift)) continue;
            std::string words = fmt::format("the relative drift of {} is {:.2e}", d.name, d.relative);
            if (is_wrong) words += fmt::format(", more than {:g}", most);
            if (!d.reason.empty()) words += ": " + d.reason;
            if (is_wrong)
                add_error(outcome, Exit::expectation, "drift", words);
            else
                add_warning(outcome, "drift", words);
        }
    }

    static void judge(const SimulationReport& report, const ReadRequest& read, Outcome& outcome) {
        const SimulationResult& r = report.result;
        if (r.condition > ill_conditioned)
            add_warning(
                outcome, "ill-conditioned",
                fmt::format("the mass matrix in the free velocities has the condition {:.0e}: about {:.0f} "
                            "of 16 digits of the accelerations are lost",
                            r.condition, std::min(16.0, std::log10(r.condition))));
        if (r.end != End::interrupted) judge_drifts(r.drifts, read.max_drift, outcome);
        switch (r.end) {
            case End::reached:
            case End::event: break;
            case End::left:
                if (r.t == 0) {
                    add_error(outcome, Exit::state, "contact-impossible", why_it_ended(r));
                    return;
                }
                break;
            case End::interrupted:
                if (Budget::is_spent())
                    add_error(outcome, Exit::failed, "budget",
                              fmt::format("the time limit was reached at t = {:.10g}", r.t));
                else
                    add_error(outcome, Exit::interrupted, "interrupted",
                              fmt::format("interrupted at t = {:.10g}", r.t));
                return;
            case End::singular: add_error(outcome, Exit::state, "state-singular", why_it_ended(r)); return;
            case End::stuck: add_error(outcome, Exit::state, "step-too-short", why_it_ended(r)); return;
            case End::undetermined:
                add_error(outcome, Exit::state, "motion-undetermined", why_it_ended(r));
                return;
            case End::unrowed: add_error(outcome, Exit::state, "value-not-finite", why_it_ended(r)); return;
        }
        for (const ValueVerdict& v : report.values)
            if (v.reason.empty() && !v.holds)
                add_error(outcome, Exit::expectation, "expectation",
                          fmt::format("expected {} at that time, found {:.15g}", v.wanted, v.value));
    }

    std::string model_, output_, events_output_;
    SimulationRequest request_;
};

}  // namespace

std::unique_ptr<Command> make_simulate() { return std::make_unique<Simulate>(); }

}  // namespace anholon::cli
