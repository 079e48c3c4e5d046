#include "report/path.hpp"

#include "base/faults.hpp"
#include "base/text.hpp"
#include "budget.hpp"
#include "command.hpp"
#include "interrupt.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"

namespace anholon::cli {

namespace {

constexpr double wrong_difference = 1e-6;

class PathCommand : public Command {
  public:
    std::string_view name() const override { return "path"; }
    std::string_view summary() const override {
        return "integrate a motion against a quasi-coordinate by Whittaker's equations; time is a quadrature";
    }
    std::string_view example() const override { return "anholon path chaplygin-sleigh --by w --until 3"; }

    void declare(Options& options) override {
        options.add("M", model_, model_help).required();
        options.add(
            "--by", request_.by,
            "NAME: the independent variable: a free velocity, whose quasi-coordinate starts at 0, or a "
            "coordinate whose rate is one (default: the first free velocity)");
        options.add("--until", request_.start.until, "VALUE: of the independent variable at the end");
        options.add("--every", request_.start.every,
                    "NUMBER: the distance of rows in the independent variable (default: a row per step)");
        options.add("--tol", request_.start.tolerance,
                    "NUMBER: the relative error per step (default: 1e-14)");
        options.add("-o", output_, "FILE: write the rows: .nc, .csv or .json");
        declare_method(options, request_.method_name, "whichever of taylor and dop853 needs less work");
        declare_start(options, request_.start);
    }

    Outcome run(Session& session) override {
        const request::StatedModel& model = load_model(model_, session, {.words = &request_.start});
        const Interrupt interrupt;
        request_.goes_on = [](double) { return !Interrupt::has_come() && !Budget::is_spent(); };
        const TracedPath found = answer(request_, model.system);
        const std::string title = title_of(model_, model.system);
        try {
            if (!output_.empty()) write_path(output_, model, session.provenance, found);
        } catch (const UnknownFileFormat& e) {
            misused("file-format", e.what());
        }
        Outcome outcome{.text = as_text(title, found, session.width), .result = as_json(title, found)};
        if (found.difference > wrong_difference)
            add_error(outcome, Exit::failed, "path-differs",
                      "the path differs from the motion in time by " + scientific(found.difference, 1));
        if (found.ended) add_early_end(outcome, "path-ended", "the path ends " + *found.ended);
        return outcome;
    }

  private:
    std::string model_, output_;
    request::TracePath request_;
};

}  // namespace

std::unique_ptr<Command> make_path() { return std::make_unique<PathCommand>(); }

}  // namespace anholon::cli
