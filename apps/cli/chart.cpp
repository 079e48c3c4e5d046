#include "report/chart.hpp"

#include <filesystem>

#include "base/faults.hpp"
#include "base/pending_file.hpp"
#include "command.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"
#include "report/job_array.hpp"
#include "watched_work.hpp"

namespace anholon::cli {

namespace {

class Chart : public Command {
  public:
    std::string_view name() const override { return "chart"; }
    std::string_view summary() const override {
        return "measure motions over a range of parameters or initial values; draw a map";
    }
    std::string_view example() const override {
        return "anholon chart chaplygin-sleigh --over w=0..3:30 --measure \"final(v)\"";
    }

    void declare(Options& options) override {
        model_.declare(options, name());
        options.add(
            "--over", request_.over,
            "NAME=LOW..HIGH:N: a parameter, or an expression of the initial state such as energy; one or "
            "two of them");
        options.add(
            "--measure", request_.measure,
            "MEASURE: lyapunov (the largest exponent that nothing explains), or final(EXPR), mean(EXPR), "
            "max(EXPR), min(EXPR), or time(EXPR[:up|down]), count(EXPR[:up|down]), period(EXPR[:up|down]) of "
            "passages through 0");
        options.add(
            "--fix", request_.fix,
            "EXPR=VALUE: start on this level, such as energy=3; the state moves as little as possible; "
            "repeatable");
        options.add("--until", request_.start.until,
                    "TIME: when motions end (default: from the experiment, else 100)");
        options.add("--transient", request_.transient,
                    "TIME: when measuring begins (default: 0; a tenth of --until for lyapunov)");
        options.add("--tol", request_.start.tolerance, "NUMBER: the relative error per step (default: 1e-9)");
        declare_method(options, request_.method_name, "whichever of taylor and dop853 needs less work");
        options
            .add("--device", request_.device,
                 "DEVICE: cpu, gpu, or auto for a GPU where one can compute the measure (default: cpu, whose "
                 "numbers are the same on every machine)")
            .one_of({"cpu", "gpu", "auto"});
        options.add("--seed", request_.seed, "NUMBER: of tangent vectors (default: 1)");
        options.add("--folder", way_.folder,
                    "FOLDER: keep what is done there; the same command goes on where it stopped");
        options.add("--part", way_.part,
                    "K/N: compute only part K of N in the folder; `anholon merge` joins folders of parts");
        options.add("--slurm", tasks_,
                    "N: submit the chart to Slurm as an array of N jobs that work in the folder, and a last "
                    "job that joins them; with --threads T each has T processors (default: 1)");
        options.flag("--no-submit", is_not_submitted_, "with --slurm: only write the scripts");
        options.add("--threads", threads_, "N: work on so many threads (default: all processors)");
        options.add("-o", output_, "FILE: write the numbers: .nc, .csv or .json");
        options.add("--plot", picture_, "FILE: draw the map: .svg, .png or .pdf");
        declare_start(options, request_.start);
    }

    Outcome run(Session& session) override {
        if (!way_.part.empty() && !(output_.empty() && picture_.empty()))
            misused("part-output", "a part is no whole chart, which -o and --plot need",
                    "when all parts are done, the same command without --part writes them");
        given_ = request_.start;  // some of it goes into the start of the core
        const request::StatedModel& model = model_.load(session, request_.start);
        way_.words = identity_words();
        way_.model_text = std::string(model.source.text());
        for (const std::string& path : {output_, picture_})
            if (!path.empty()) const PendingFile writable(path);
        if (tasks_) return submitted(model, session);
        const request::ChartFound found = computed(model);
        const std::string title = title_of(model_.name, model.system);
        Outcome outcome{.text = as_text(title, found, session.width),
                        .result = session.json ? as_json(title, found) : Json()};
        try {
            if (!output_.empty()) write_chart(output_, model, session.provenance, found);
            if (!picture_.empty()) write_heat_map(picture_, heat_map(model.system.name, found));
        } catch (const UnknownFileFormat& e) {
            misused("file-format", e.what());
        }
        judge(found, outcome);
        return outcome;
    }

  private:
    // All that the numbers depend on, beside the model and the measure: options with their values.
    std::vector<std::pair<std::string, std::string>> options() const {
        std::vector<std::pair<std::string, std::string>> out;
        for (const std::string& value : request_.over) out.emplace_back("--over", value);
        for (const std::string& value : request_.fix) out.emplace_back("--fix", value);
        for (const std::string& value : given_.parameters) out.emplace_back("-p", value);
        for (const std::string& value : given_.inputs) out.emplace_back("--input", value);
        for (const std::string& value : given_.values) out.emplace_back("-i", value);
        out.emplace_back("--experiment", request_.start.experiment);
        out.emplace_back("--until", request_.start.until.value_or(""));
        out.emplace_back("--transient", request_.transient.value_or(""));
        out.emplace_back("--tol", request_.start.tolerance.value_or(""));
        out.emplace_back("--seed", std::to_string(request_.seed));
        return out;
    }

    std::vector<std::string> identity_words() const {
        std::vector<std::string> words;
        for (const auto& [option, value] : options()) words.push_back(option + " " + value);
        if (model_.is_full) words.emplace_back("--full");
        return words;
    }

    // This program with the same request, for a model in a file.
    std::vector<std::string> command(const std::string& model) const {
        std::vector<std::string> words{std::filesystem::read_symlink("/proc/self/exe").string(), "chart",
                                       model, "--measure", request_.measure};
        for (const auto& [option, value] : options())
            if (!value.empty()) words.insert(words.end(), {option, value});
        if (request_.device != "cpu") words.insert(words.end(), {"--device", request_.device});
        if (!request_.method_name.empty()) words.insert(words.end(), {"--method", request_.method_name});
        if (model_.is_full) words.emplace_back("--full");
        return words;
    }

    Outcome submitted(const request::StatedModel& model, const Session& session) {
        if (way_.folder.empty() || !way_.part.empty())
            misused("slurm-folder", "--slurm divides the work of a --folder into parts by itself",
                    "--folder FOLDER, seen from all machines, and no --part");
        if (request_.device == "auto")
            misused("slurm-device", "machines of a cluster must all use the same device",
                    "--device cpu or --device gpu");
        way_.folder = std::filesystem::absolute(way_.folder).string();
        way_.only_reads = true;
        const request::ChartFound asked = request::answer(request_, model.system, way_);
        request::JobArray jobs{.folder = way_.folder,
                               .command = command(way_.folder + "/model.anh"),
                               .tasks = request::tasks(*tasks_, asked.study),
                               .threads = std::max<std::size_t>(threads_, 1),
                               .gpus = request_.device == "gpu" ? 1U : 0U};
        for (const auto& [option, path] : {std::pair("-o", output_), std::pair("--plot", picture_)})
            if (!path.empty())
                jobs.outputs.insert(jobs.outputs.end(), {option, std::filesystem::absolute(path).string()});
        const request::SubmittedJobs done = request::submitted(jobs, way_.model_text, !is_not_submitted_);
        return {.text = as_text(done, session.width), .result = as_json(done)};
    }

    request::ChartFound computed(const request::StatedModel& model) {
        const WatchedWork work("computing", threads_);
        way_.side_by_side = work.options();
        request::ChartFound found = request::answer(request_, model.system, way_);
        was_interrupted_ = Interrupt::has_come();
        return found;
    }

    void judge(const request::ChartFound& found, Outcome& outcome) const {
        bool is_complete = true;
        for (std::size_t k = 0; k < found.points.size(); ++k)
            if (found.is_asked(k) && found.points[k].status == ChartPoint::Status::pending)
                is_complete = false;
        if (is_complete) return;
        const std::string how = way_.folder.empty() ? "" : "; the same command goes on with it";
        if (was_interrupted_)
            add_error(outcome, Exit::interrupted, "interrupted", "the chart is not complete" + how);
        else
            add_error(outcome, Exit::failed, "budget",
                      "the time limit was reached before the chart was complete" + how);
    }

    StudiedModel model_;
    std::string output_, picture_;
    request::Chart request_;
    SimulationWords given_;  // on the command line
    request::ChartWay way_;
    std::optional<std::string> tasks_;
    bool is_not_submitted_ = false;
    std::uint64_t threads_ = 0;
    bool was_interrupted_ = false;
};

}  // namespace

std::unique_ptr<Command> make_chart() { return std::make_unique<Chart>(); }

}  // namespace anholon::cli
