#include "report/variations.hpp"

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
        rows_.declare(options, request_.start, request_.method_name,
                      "TIME: when to end (default: that of the experiment, or 10)",
                      "TIME: between rows (default: a row per step)");
    }

    Outcome run(Session& session) override {
        const request::StatedModel& model = load_model(model_, session, {.words = &request_.start});
        const Interrupt interrupt;
        request_.goes_on = [](double) { return RowOptions::goes_on(); };
        const VariedMotion found = answer(request_, model.system);
        rows_.write(
            [&](const std::string& file) { write_variations(file, model, session.provenance, found); });
        const std::string title = title_of(model_, model.system);
        Outcome outcome{.text = as_text(title, found, session.width), .result = as_json(title, found)};
        for (const request::Judgement& j : request::judged(found))
            add_early_end(outcome, j.code.c_str(), j.message);
        return outcome;
    }

  private:
    std::string model_;
    RowOptions rows_;
    request::Variations request_;
};

}  // namespace

std::unique_ptr<Command> make_variations() { return std::make_unique<VariationsCommand>(); }

}  // namespace anholon::cli
