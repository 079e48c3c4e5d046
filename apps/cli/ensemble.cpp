#include "report/ensemble.hpp"

#include <algorithm>

#include "base/faults.hpp"
#include "base/pending_file.hpp"
#include "command.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"
#include "watched_work.hpp"

namespace anholon::cli {

namespace {

class Ensemble : public Command {
  public:
    std::string_view name() const override { return "ensemble"; }
    std::string_view summary() const override {
        return "move many systems whose parameters or starts are drawn at random; report statistics";
    }
    std::string_view example() const override {
        return "anholon ensemble rattleback --draw \"w3=normal(-5, 0.1)\" -n 1000 --until 5";
    }

    void declare(Options& options) override {
        model_.declare(options, name());
        options.add(
            "--draw", request_.draw,
            "EXPR=normal(MEAN, DEVIATION) or EXPR=uniform(LOW, HIGH): draw a parameter, or an expression of "
            "the initial state; repeatable");
        options.add("-n,--count", request_.count, "N: how many motions (default: 1000)");
        options.add("--seed", request_.seed, "NUMBER: of the random values (default: 1)");
        options.add(
            "--fix", request_.fix,
            "EXPR=VALUE: start on this level, such as energy=3; the state moves as little as possible; "
            "repeatable");
        options.add("--until", request_.start.until,
                    "TIME: when motions end; negative runs backward (default: from the experiment, else 10)");
        options.add("--every", request_.start.every, "TIME: take statistics at multiples of this time, too");
        options.add("--columns", request_.start.columns,
                    "LIST: names and expressions to report of each motion (default: the state)");
        options.add("--tol", request_.start.tolerance, "NUMBER: the relative error per step (default: 1e-9)");
        declare_method(options, request_.method_name, "whichever of taylor and dop853 needs less work");
        options.add("--threads", threads_, "N: work on so many threads (default: all processors)");
        options.add("-o", output_, "FILE: write the ends of all motions: .nc, .csv or .json");
        options.add("--moments", moments_, "FILE: write the statistics at all times: .nc, .csv or .json");
        options.add(
            "--plot", plots_,
            "FILE|Y:X: a picture to write (.svg, .png or .pdf), or the columns whose ends it shows (default: "
            "histograms; with --every, means against time); repeatable");
        declare_start(options, request_.start);
    }

    Outcome run(Session& session) override {
        const request::StatedModel& model = model_.load(session, request_.start);
        const PictureWords pictures(plots_);
        for (const std::string& path : pictures.files) const PendingFile writable(path);
        const request::EnsembleFound found = moved(model);
        const std::string title = title_of(model_.name, model.system);
        Outcome outcome{.text = as_text(title, found, session.width),
                        .result = session.json ? as_json(title, found) : Json()};
        try {
            if (!output_.empty()) write_ends(output_, model, session.provenance, found);
            if (!moments_.empty()) write_moments(moments_, model, session.provenance, found);
        } catch (const UnknownFileFormat& e) {
            misused("file-format", e.what());
        }
        const std::string head =
            model.system.name + ": ensemble of " + std::to_string(found.cloud.motions.size()) + " motions";
        for (const std::string& path : pictures.files)
            if (pictures.shown.empty())
                write_plot(path, EnsemblePlots(head, found).plots());
            else
                write_heat_map(path, ends_map(head, pictures.shown, found));
        judge(found, outcome);
        return outcome;
    }

  private:
    request::EnsembleFound moved(const request::StatedModel& model) {
        const WatchedWork work("moving", threads_);
        request_.side_by_side = work.options();
        return request::answer(request_, model.system);
    }

    static void judge(const request::EnsembleFound& found, Outcome& outcome) {
        if (WatchedWork::was_cut_short(outcome)) return;
        const std::vector<CloudMotion>& motions = found.cloud.motions;
        const auto missing = std::ranges::find_if(
            motions, [](const CloudMotion& m) { return m.status != CloudMotion::Status::done; });
        if (missing == motions.end()) return;
        if (std::ranges::any_of(motions,
                                [](const CloudMotion& m) { return m.status == CloudMotion::Status::done; }))
            add_warning(outcome, "motions-missing",
                        "some motions do not reach the end; the statistics leave them out");
        else
            add_error(outcome, Exit::state, "motions-ended", "no motion reaches the end: " + missing->why);
    }

    StudiedModel model_;
    std::string output_, moments_;
    std::vector<std::string> plots_;
    request::Ensemble request_;
    std::uint64_t threads_ = 0;
};

}  // namespace

std::unique_ptr<Command> make_ensemble() { return std::make_unique<Ensemble>(); }

}  // namespace anholon::cli
