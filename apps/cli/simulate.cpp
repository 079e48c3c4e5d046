#include <iostream>

#include "base/faults.hpp"
#include "base/pending_file.hpp"
#include "base/text.hpp"
#include "budget.hpp"
#include "command.hpp"
#include "interrupt.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"
#include "report/motion_file.hpp"
#include "report/motion_plot.hpp"
#include "report/player.hpp"
#include "report/progress.hpp"
#include "report/scene.hpp"
#include "request/linear_integrals.hpp"

namespace anholon::cli {

namespace {

using End = SimulationResult::End;

Exit exit_of(request::Judgement::Severity severity) {
    return severity == request::Judgement::Severity::state ? Exit::state : Exit::expectation;
}

void add_judgements(Outcome& outcome, const std::vector<request::Judgement>& judgements) {
    for (const auto& [severity, code, message] : judgements)
        if (severity == request::Judgement::Severity::warning)
            add_warning(outcome, code, message);
        else
            add_error(outcome, exit_of(severity), code, message);
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

    void declare(Options& options) override {
        options.add("M", model_, model_help).required();
        declare_motion(options, request_);
        options.flag(
            "--through-degeneracy", request_.through_degeneracy,
            "go on through and around configurations where the constraints become dependent (default: end "
            "there)");
        options.add("--level", levels_, level_help);
        options.add("-o", output_,
                    "FILE: write the rows: .nc, .csv or .json; CSV for a stream such as /dev/stdout");
        options.add("--events", events_output_, "FILE: write the states at the events, in the same formats");
        options.add(
            "--plot", request_.pictures.words,
            "FILE|CURVES: a picture to write (.svg, .png or .pdf), or what it shows: \"y:x\" (y against x), "
            "\"v, w\" (against time), panels separated by ';', each ending with \"with\" and points (the "
            "rows), events, log, logx, equal or free, if wanted (default: the coordinates or --columns); "
            "repeatable");
        options.add(
            "--animate", animation_,
            "FILE: write the system in motion: .html, a page that plays it anywhere, or .json, its data");
        options.add("--frames", frames_,
                    "N: frames of --animate per second of motion (default: 60; at most 20000 in all)");
    }

    Outcome run(Session& session) override {
        request::StatedModel& model = load_model(model_, session,
                                                 {.reduced = request_.of_core,
                                                  .rest = Rest::along,
                                                  .words = &request_,
                                                  .takes_tables = true,
                                                  .levels = levels_});
        if (session.json && is_standard_output(output_))
            misused("stdout-twice", "the rows and --json cannot both go to stdout",
                    "-o /dev/stderr, or a file");
        check_animation(model.system);
        const std::vector<Quadrature> along = request::put_linear_integrals(model.system);
        request::SimulateOptions options = read(request_, model.system);
        options.options.quadratures.insert(options.options.quadratures.end(), along.begin(), along.end());
        return simulated(model, options, session);
    }

  private:
    Outcome simulated(const request::StatedModel& model, const request::SimulateOptions& read,
                      Session& session) {
        Simulation simulation(model.system, read.options, read.at_degeneracy);
        Outcome outcome;
        add_judgements(outcome, request::judged(simulation.initial()));
        const auto file = opened_file(output_, simulation, model, read, session);
        const auto events_file = opened_file(events_output_, simulation, model, read, session);
        check_plot_paths();
        SimulationReport report{.system = title_of(model_, model.system),
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
        if (file) file->finish(end_of(report.result, why_interrupted()));
        if (events_file) write_events(*events_file, report, why_interrupted());
        if (report.result.end == End::reached || report.result.end == End::event ||
            report.result.end == End::left)
            check_expectations(model, report, simulation.moving_system());
        for (const std::string& path : request_.pictures.files())
            write_plot(path, MotionPlots(model.system.name, read.panels, report, rows).plots());
        if (!animation_.empty()) write_animation(model, simulation.moving_system(), session, outcome);
        judge(report, read, outcome);
        (is_standard_output(output_) ? outcome.log : outcome.text) += as_text(report, session.width);
        outcome.result = as_json(report);
        return outcome;
    }

    std::unique_ptr<TrajectoryWriter> opened_file(const std::string& path, const Simulation& simulation,
                                                  const request::StatedModel& model,
                                                  const request::SimulateOptions& read,
                                                  const Session& session) const {
        if (path.empty()) return nullptr;
        const std::string_view method = read.options.method ? read.options.method->name : simulation.method();
        TrajectoryHeader header =
            header_of(simulation, model, session.provenance, method, read.options.initial);
        if (&path == &events_output_) header = events_header(std::move(header), read.options.events);
        try {
            return open_trajectory(path, std::move(header));
        } catch (const UnknownFileFormat& e) {
            misused("file-format", e.what());
        }
    }

    static const char* why_interrupted() {
        return Budget::is_spent() ? "the time limit was reached" : "interrupted";
    }

    // Before the motion is computed.
    void check_plot_paths() const {
        for (const std::string& path : request_.pictures.files()) const PendingFile writable(path);
    }

    // Curves in the summary need few points, pictures many.
    std::size_t kept_samples() const { return request_.pictures.words.empty() ? 4096 : 200000; }

    void move(Simulation& simulation, const request::SimulateOptions& read, TrajectoryWriter* file,
              SimulationReport& report, History& rows) const {
        const Interrupt interrupt;
        const std::size_t width = report.columns.size();
        Progress progress(std::cerr, progress_on_stderr("simulating", 0, read.options.until));
        const auto row = [&](std::span<const double> values) {
            rows.add(values);
            if (file) file->append(values.first(width));
        };
        const auto sample = [&](std::span<const double> values) { report.history.add(values); };
        const auto samples = [is_drawn = !request_.pictures.words.empty()](std::size_t step) -> std::size_t {
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

    // Before the motion is computed.
    void check_animation(const System& system) {
        if (animation_.empty()) {
            if (frames_) misused("frames-without-animation", "--frames belongs to --animate");
            return;
        }
        is_page_ = animation_.ends_with(".html");
        if (!is_page_ && !animation_.ends_with(".json"))
            misused("file-format", "--animate writes .html or .json, not '" + animation_ + "'");
        if (request_.of_core)
            misused("picture-of-core", "--animate shows a system as it is stated, not its core",
                    "leave out --reduced");
        if (request_.through_degeneracy)
            misused("picture-through-degeneracy", "--animate does not go with --through-degeneracy");
        if (system.picture.empty())
            throw Refusal(Refusal::Of::system, "picture-missing", "this model has no picture",
                          "a block 'picture { … }' says what is drawn: docs/language.md");
        if (!is_page_) return;
        player_ = player_page();
        if (!player_)
            throw Refusal(
                Refusal::Of::system, "page-missing", "the page that plays a motion has not been built",
                "run tools/web once, or './anholon serve', which runs it; --animate FILE.json needs no page");
    }

    // The same motion once more, at the times of its frames.
    void write_animation(const request::StatedModel& model, const MovingSystem& moving,
                         const Session& session, Outcome& outcome) const {
        PendingFile file(animation_);
        request::Animate asked;
        static_cast<SimulationWords&>(asked) = request_;
        asked.form_id = request_.form_id;
        asked.method_name = request_.method_name;
        asked.frames = frames_.value_or(60);
        const Interrupt interrupt;
        const auto goes_on = [](double) { return !Interrupt::has_come() && !Budget::is_spent(); };
        const request::MotionShown shown = answer(asked, model.system, goes_on, &moving);
        const Json document = motion_document(
            shown, {model.system.name, model.system.description, std::string(model.source.text())},
            session.provenance);
        file.write(is_page_ ? motion_page(*player_, document) : to_line(document) + "\n");
        file.commit();
        for (const std::string& note : shown.scene.notes) add_warning(outcome, "picture", note);
    }

    // What the model expects of its own motion; one with other parameters or values is another motion.
    void check_expectations(const request::StatedModel& model, SimulationReport& report,
                            const MovingSystem& moving) const {
        if (!request_.are_of_the_model_itself()) return;
        if (report.form->role == EquationForm::Role::control) return;
        report.values = check_values(
            model.system, {.form = moving.options().form, .make = moving.options().make, .moving = &moving});
        for (const ValueVerdict& v : report.values)
            report.expected.emplace_back(model.source.text(v.expectation->span));
    }

    static void judge(const SimulationReport& report, const request::SimulateOptions& read,
                      Outcome& outcome) {
        const SimulationResult& r = report.result;
        add_judgements(outcome, request::judged(r, read.max_drift));
        if (r.end == End::interrupted) {
            const bool is_late = Budget::is_spent();
            add_error(outcome, is_late ? Exit::failed : Exit::interrupted, is_late ? "budget" : "interrupted",
                      std::string(why_interrupted()) + " at t = " + decimal(r.t, 10));
        }
        for (const ValueVerdict& v : report.values)
            if (v.reason.empty() && !v.holds)
                add_error(
                    outcome, Exit::expectation, "expectation",
                    "expected " + decimal(v.wanted, 15) + " at that time, found " + decimal(v.value, 15));
    }

    std::string model_, output_, events_output_, animation_;
    std::optional<double> frames_;
    bool is_page_ = false;
    std::optional<std::string> player_;
    std::vector<std::string> levels_;
    request::Simulate request_;
};

}  // namespace

std::unique_ptr<Command> make_simulate() { return std::make_unique<Simulate>(); }

}  // namespace anholon::cli
