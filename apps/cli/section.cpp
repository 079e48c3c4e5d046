#include "report/section.hpp"

#include "command.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"
#include "section_files.hpp"
#include "watched_work.hpp"

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
        model_.declare(options, name());
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
        options.flag("--rotation", request_.rotations,
                     "report rotation numbers of orbits around their middles, in the plane of the first two "
                     "columns");
        options.add("--tol", request_.start.tolerance,
                    "NUMBER: the relative error per step (default: 1e-12)");
        declare_method(options, request_.method_name, "whichever of taylor and dop853 needs less work");
        files_.declare(options);
        declare_start(options, request_.start);
    }

    Outcome run(Session& session) override {
        const request::StatedModel& model = model_.load(session, request_.start);
        files_.prepare();
        const request::SectionFound found = found_in(model);
        const std::string title = title_of(model_.name, model.system);
        Outcome outcome{.text = as_text(title, found, session.width),
                        .result = session.json ? as_json(title, found) : Json()};
        files_.write(model, session, model.system.name + ": section at " + found.at, found);
        SectionFiles::judge(found, outcome);
        return outcome;
    }

  private:
    request::SectionFound found_in(const request::StatedModel& model) {
        const WatchedWork work("following orbits");
        request_.side_by_side = work.options();
        return request::answer(request_, model.system);
    }

    StudiedModel model_;
    SectionFiles files_;
    request::Section request_;
};

}  // namespace

std::unique_ptr<Command> make_section() { return std::make_unique<Section>(); }

}  // namespace anholon::cli
