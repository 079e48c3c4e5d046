#include "report/continue.hpp"

#include "base/faults.hpp"
#include "base/pending_file.hpp"
#include "command.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"

namespace anholon::cli {

namespace {

class Continue : public Command {
  public:
    std::string_view name() const override { return "continue"; }
    std::string_view summary() const override {
        return "follow equilibria, steady motions or periodic orbits over a parameter; find where they "
               "bifurcate";
    }
    std::string_view example() const override {
        return "anholon continue whipple-bicycle --of steady --over v=1..10 --plot diagram.png";
    }

    void declare(Options& options) override {
        study_.declare(options, name());
        options.add("M", model_, model_help).required();
        options
            .add("--of", of_, "KIND: equilibrium, steady (motion along symmetries only) or orbit (periodic)")
            .one_of({"equilibrium", "steady", "orbit"});
        options.add(
            "--over", over_,
            "EXPR=LOW..HIGH: what changes: a parameter, an initial value that is kept, an integral such "
            "as energy, or the period of an orbit (period=LOW..HIGH); with a second --over "
            "PARAMETER=LOW..HIGH "
            "the bifurcations that are found are followed as curves in both");
        options.add("--curve", request_.curves,
                    "KIND: of two --over, only curves of this kind: fold, branch-point, zero-eigenvalue, "
                    "zero-pair, hopf, meeting-pairs, period-doubling or neimark-sacker; repeatable");
        options.add("--fix", request_.orbit.fix,
                    "EXPR=VALUE: hold this quantity along the branch, such as energy=3; repeatable");
        options.add(
            "--branches", request_.branches,
            "N: follow up to N branches, also those that cross at branch points and the orbits of doubled "
            "period (default: 1)");
        options.add("--step", request_.step,
                    "NUMBER: the largest step, as a part of the interval (default: 0.02)");
        options.add("--period", request_.orbit.period,
                    "TIME: of an orbit, a guess of its period; of a driven system its period in terms of the "
                    "parameters, such as 2*pi/W");
        options.add(
            "--at", request_.orbit.at,
            "EXPR[:up|down]: of an orbit, start where the expression passes through 0, and take the time "
            "of a return as the guess");
        options.add("--returns", request_.orbit.returns, "K: the K-th return (default: the first)");
        options.add("--until", request_.orbit.start.until,
                    "TIME: how long to look for the return (default: 10000)");
        options.add("--tol", request_.orbit.start.tolerance,
                    "NUMBER: of orbits, the relative error per step (default: 1e-13)");
        declare_method(options, request_.orbit.method_name, "whichever of taylor and dop853 needs less work");
        options.flag("--full", is_full_, "of orbits, use the system as it is stated instead of its core");
        options.flag("--reduced", is_reduced_, reduced_help);
        options.add("-o", output_, "FILE: write the points: .nc, .csv or .json");
        options.add(
            "--plot", plots_,
            "FILE|Y: a bifurcation diagram to write (.svg, .png or .pdf), or the column that it shows "
            "(default: the one that changes most); repeatable");
        declare_start(options, request_.orbit.start);
    }

    Outcome run(Session& session) override {
        using Of = request::Continue::Of;
        Source source = read_model(model_, session);
        study_.take(source, request_.orbit.start.experiment);
        for (const auto& [option, is_missing] :
             {std::pair{"--of", of_.empty()}, std::pair{"--over", over_.empty()}})
            if (is_missing) misused("usage", std::string(option) + " is required", std::string(example()));
        if (over_.size() > 2) misused("usage", "--over may be given twice at most", std::string(example()));
        request_.over = over_[0];
        if (over_.size() == 2) request_.second = over_[1];
        request_.of = of_ == "orbit" ? Of::orbit : of_ == "steady" ? Of::steady : Of::equilibrium;
        const request::StatedModel& model = load(std::move(source), session);
        const PictureWords pictures(plots_);
        for (const std::string& path : pictures.files) const PendingFile writable(path);
        const request::ContinueFound found = answer(request_, model.system);
        const std::string title = title_of(model_, model.system);
        if (!output_.empty()) write(model, session, found);
        for (const std::string& path : pictures.files)
            write_plot(
                path, found.second
                          ? CurveDiagram(model.system.name + ": " + of_, found).plot()
                          : BifurcationDiagram(model.system.name + ": " + of_, pictures.shown, found).plot());
        return {.text = as_text(title, found, session.width), .result = as_json(title, found)};
    }

  private:
    // Orbits close in the core; equilibria and steady motions are those of the system as it is stated.
    const request::StatedModel& load(Source source, Session& session) {
        if (is_full_ && is_reduced_)
            misused("options-contradict", "--full and --reduced contradict each other");
        const bool of_orbit = request_.of == request::Continue::Of::orbit;
        return session.models.emplace_back(
            request::stated(std::move(source), {.reduced = is_reduced_ || (of_orbit && !is_full_),
                                                .if_smaller = of_orbit,
                                                .moves = of_orbit,
                                                .words = &request_.orbit.start,
                                                .keeps_given = !of_orbit}));
    }

    void write(const request::StatedModel& model, const Session& session,
               const request::ContinueFound& found) {
        try {
            write_branches(output_, model, session.provenance, found);
        } catch (const UnknownFileFormat& e) {
            misused("file-format", e.what());
        }
    }

    StudyOptions study_;
    std::string model_, of_, output_;
    std::vector<std::string> over_, plots_;
    bool is_full_ = false, is_reduced_ = false;
    request::Continue request_;
};

}  // namespace

std::unique_ptr<Command> make_continue() { return std::make_unique<Continue>(); }

}  // namespace anholon::cli
