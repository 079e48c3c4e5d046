#include "report/bifurcation.hpp"

#include "command.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"
#include "section_files.hpp"
#include "watched_work.hpp"

namespace anholon::cli {

namespace {

class Bifurcation : public Command {
  public:
    std::string_view name() const override { return "bifurcation"; }
    std::string_view summary() const override {
        return "find how the points of a section change with a parameter: a bifurcation diagram";
    }
    std::string_view example() const override {
        return "anholon bifurcation chaplygin-top --at gamma1:up --over g=1..9:50 --plot diagram.png";
    }

    void declare(Options& options) override {
        request::Section& section = request_.section;
        model_.declare(options, name());
        options.add("--over", section.over, "NAME=LOW..HIGH:N: the parameter and its values");
        options.add("--at", section.at, "EXPR[:up|down]: where the expression passes through 0");
        options.add("--every", section.start.every,
                    "TIME: instead, at multiples of this time, for systems that are driven periodically");
        options.add("--columns", section.start.columns,
                    "LIST: names and expressions to report of each point (default: the state)");
        options.add("--count", section.count, "N: points per value of the parameter (default: 1000)");
        options.add("--transient", section.transient,
                    "TIME: points count from this time on, when the motion has reached an attractor "
                    "(default: 0)");
        options.add("--until", section.start.until, "TIME: follow no orbit longer (default: 10000)");
        options
            .add("--inherit", request_.inherit,
                 "up|down: each orbit goes on where that of the value before ended, so that it stays with an "
                 "attractor; the values rise or fall")
            .one_of({"up", "down"});
        options.add("--fix", section.fix,
                    "EXPR=VALUE: start on this level, such as energy=3; the state moves as little as "
                    "possible; repeatable");
        options.add("--tol", section.start.tolerance, "NUMBER: the relative error per step (default: 1e-12)");
        declare_method(options, section.method_name, "whichever of taylor and dop853 needs less work");
        files_.declare(options);
        declare_start(options, section.start);
    }

    Outcome run(Session& session) override {
        const request::StatedModel& model = model_.load(session, request_.section.start);
        files_.prepare();
        const request::BifurcationFound found = found_in(model);
        const std::string title = title_of(model_.name, model.system);
        Outcome outcome{.text = as_text(title, found, session.width),
                        .result = session.json ? as_json(title, found) : Json()};
        files_.write(model, session,
                     model.system.name + ": section at " + found.section.at + " against " + found.parameter,
                     found.section);
        SectionFiles::judge(found.section, outcome);
        return outcome;
    }

  private:
    request::BifurcationFound found_in(const request::StatedModel& model) {
        const WatchedWork work("following orbits");
        request_.section.side_by_side = work.options();
        return request::answer(request_, model.system);
    }

    StudiedModel model_;
    SectionFiles files_;
    request::Bifurcation request_;
};

}  // namespace

std::unique_ptr<Command> make_bifurcation() { return std::make_unique<Bifurcation>(); }

}  // namespace anholon::cli
