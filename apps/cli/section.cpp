#include "report/section.hpp"

#include <iostream>

#include "base/faults.hpp"
#include "base/pending_file.hpp"
#include "budget.hpp"
#include "command.hpp"
#include "interrupt.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"
#include "report/progress.hpp"

namespace anholon::cli {

namespace {

class Section : public Command {
  public:
    std::string_view name() const override { return "section"; }
    std::string_view summary() const override {
        return "find where motions cross a surface: a Poincaré section";
    }
    std::string_view example() const override {
        return "anholon section chaplygin-top --at gamma1:up --plot map.png";
    }

    void declare(Options& options) override {
        model_.declare(options);
        options.add("--at", request_.at, "EXPR[:up|down]: where the expression passes through 0");
        options.add("--every", request_.start.every,
                    "TIME: instead, at multiples of this time, for systems that are driven periodically");
        options.add("--count", request_.count, "N: points per orbit (default: 1000)");
        options.add("--until", request_.start.until,
                    "TIME: follow no orbit longer; a negative time runs backward (default: 10000)");
        options.add(
            "--transient", request_.transient,
            "TIME: points count from this time on, when the motion has reached an attractor (default: 0)");
        options.add(
            "--over", request_.over,
            "EXPR=LOW..HIGH[:N]: start orbits at these values of a parameter or of the state, on a grid of N "
            "or at random; repeatable");
        options.add("--orbits", request_.orbits, "K: start so many orbits at random values of --over");
        options.add(
            "--fix", request_.fix,
            "EXPR=VALUE: start on this level, such as energy=3; the state moves as little as possible; "
            "repeatable");
        options.add("--seed", request_.seed, "NUMBER: of the random values (default: 1)");
        options.add("--columns", request_.start.columns,
                    "LIST: names and expressions to report of each point (default: the state)");
        options.add("--tol", request_.start.tolerance,
                    "NUMBER: the relative error per step (default: 1e-12)");
        declare_method(options, request_.method_name, "whichever of taylor and dop853 needs less work");
        options.add("-o", output_, "FILE: write the points: .nc, .csv or .json");
        options.add(
            "--plot", plots_,
            "FILE|Y:X: a picture to write (.svg, .png or .pdf), or the columns that it shows (default: "
            "the second against the first); repeatable");
        declare_start(options, request_.start);
    }

    Outcome run(Session& session) override {
        const request::StatedModel& model = model_.load(session, request_.start);
        std::string shown;
        std::vector<std::string> pictures;
        for (const std::string& word : plots_)
            if (word.find(':') == std::string::npos && word.find('.') != std::string::npos)
                pictures.push_back(word);
            else
                shown = word;
        for (const std::string& path : pictures) const PendingFile writable(path);
        const request::SectionFound found = found_in(model);
        const std::string title = title_of(model_.name, model.system);
        Outcome outcome{.text = as_text(title, found, session.width), .result = as_json(title, found)};
        if (!output_.empty()) write(model, session, found);
        for (const std::string& path : pictures)
            write_plot(path,
                       SectionPlot(model.system.name + ": section at " + found.at, shown, found).plot());
        judge(found, outcome);
        return outcome;
    }

  private:
    request::SectionFound found_in(const request::StatedModel& model) {
        const Interrupt interrupt;
        const double orbits = 1;
        Progress progress(std::cerr, progress_on_stderr("following orbits", 0, orbits));
        request_.side_by_side.progress = [&](std::size_t done, std::size_t all) {
            progress.update(static_cast<double>(done) / static_cast<double>(all));
        };
        request_.side_by_side.asked = [] { return Interrupt::has_come() || Budget::is_spent(); };
        return request::answer(request_, model.system);
    }

    void write(const request::StatedModel& model, const Session& session,
               const request::SectionFound& found) {
        try {
            write_points(output_, model, session.provenance, found);
        } catch (const UnknownFileFormat& e) {
            misused("file-format", e.what());
        }
    }

    static void judge(const request::SectionFound& found, Outcome& outcome) {
        if (Interrupt::has_come()) return add_error(outcome, Exit::interrupted, "interrupted", "interrupted");
        if (Budget::is_spent())
            return add_error(outcome, Exit::failed, "budget", "the time limit was reached");
        const bool is_empty =
            std::ranges::all_of(found.orbits, [](const SectionOrbit& orbit) { return orbit.points.empty(); });
        const auto ended =
            std::ranges::find_if(found.orbits, [](const SectionOrbit& o) { return !o.ended.empty(); });
        if (is_empty && ended != found.orbits.end())
            add_error(outcome, Exit::state, "orbits-ended", "no orbit has a point: " + ended->ended);
        else if (is_empty)
            add_error(outcome, Exit::failed, "section-empty", "no orbit crosses the section");
        else if (ended != found.orbits.end())
            add_warning(outcome, "orbits-ended", "some orbits end before their time; the summary says why");
    }

    StudiedModel model_;
    std::string output_;
    std::vector<std::string> plots_;
    request::Section request_;
};

}  // namespace

std::unique_ptr<Command> make_section() { return std::make_unique<Section>(); }

}  // namespace anholon::cli
