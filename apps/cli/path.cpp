#include "report/path.hpp"

#include "command.hpp"
#include "interrupt.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"

namespace anholon::cli {

namespace {

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
        rows_.declare(options, request_.start, request_.method_name,
                      "VALUE: of the independent variable at the end",
                      "NUMBER: the distance of rows in the independent variable (default: a row per step)");
    }

    Outcome run(Session& session) override {
        const request::StatedModel& model = load_model(model_, session, {.words = &request_.start});
        const Interrupt interrupt;
        request_.goes_on = [](double) { return RowOptions::goes_on(); };
        const TracedPath found = answer(request_, model.system);
        rows_.write([&](const std::string& file) { write_path(file, model, session.provenance, found); });
        const std::string title = title_of(model_, model.system);
        Outcome outcome{.text = as_text(title, found, session.width), .result = as_json(title, found)};
        for (const request::Judgement& j : request::judged(found))
            if (j.code == "path-ended")
                add_early_end(outcome, j.code.c_str(), j.message);
            else
                add_error(outcome, Exit::failed, j.code, j.message);
        return outcome;
    }

  private:
    std::string model_;
    RowOptions rows_;
    request::TracePath request_;
};

}  // namespace

std::unique_ptr<Command> make_path() { return std::make_unique<PathCommand>(); }

}  // namespace anholon::cli
