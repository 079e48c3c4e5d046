#include "report/variations.hpp"

#include "base/faults.hpp"
#include "base/text.hpp"
#include "budget.hpp"
#include "command.hpp"
#include "interrupt.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"

namespace anholon::cli {

namespace {

class VariationsCommand : public Command {
  public:
    std::string_view name() const override { return "variations"; }
    std::string_view summary() const override {
        return "integrate the equations in variations along a motion, and measure what they keep";
    }
    std::string_view example() const override {
        return "anholon variations furuta-pendulum --until 5 --tangent phi=1";
    }

    void declare(Options& options) override {
        options.add("M", model_, model_help).required();
        options.add(
            "--tangent", request_.tangents,
            "NAME=VALUE,...: a tangent vector at the start, by its components that are not 0 (default: "
            "one along each variable); repeatable");
        options.add("--until", request_.start.until,
                    "TIME: when to end (default: that of the experiment, or 10)");
        options.add("--every", request_.start.every, "TIME: between rows (default: a row per step)");
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
        const VariedMotion found = answer(request_, model.system);
        const std::string title = title_of(model_, model.system);
        try {
            if (!output_.empty()) write_variations(output_, model, session.provenance, found);
        } catch (const UnknownFileFormat& e) {
            misused("file-format", e.what());
        }
        Outcome outcome{.text = as_text(title, found, session.width), .result = as_json(title, found)};
        judge(found, outcome);
        return outcome;
    }

  private:
    static void judge(const VariedMotion& found, Outcome& outcome) {
        if (!found.ended) return;
        add_early_end(outcome, "motion-ended",
                      "the motion ends at t = " + decimal(found.rows.back()[0], 10) + ": " + *found.ended);
    }

    std::string model_, output_;
    request::Variations request_;
};

}  // namespace

std::unique_ptr<Command> make_variations() { return std::make_unique<VariationsCommand>(); }

}  // namespace anholon::cli
