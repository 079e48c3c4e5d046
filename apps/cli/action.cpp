#include "report/action.hpp"

#include "command.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"

namespace anholon::cli {

namespace {

class Action : public Command {
  public:
    std::string_view name() const override { return "action"; }
    std::string_view summary() const override {
        return "compute the action along a motion and its first variations, Hölder's and Hamilton's";
    }
    std::string_view example() const override { return "anholon action chaplygin-sleigh --until 2"; }

    void declare(Options& options) override {
        options.add("M", model_, model_help).required();
        options.add("--until", request_.start.until, "TIME: the end of the motion (default: 1)");
        options.add("--harmonics", request_.harmonics,
                    "K: test variations sin(k pi t/T) up to k = K (default: 3)");
        options.add("--tol", request_.start.tolerance,
                    "NUMBER: the relative error per step (default: 1e-13)");
        declare_method(options, request_.method_name, "whichever of taylor and dop853 needs less work");
        declare_start(options, request_.start);
    }

    Outcome run(Session& session) override {
        const System& system = load_model(model_, session, {.words = &request_.start}).system;
        const request::ActionFound found = answer(request_, system);
        const std::string title = title_of(model_, system);
        return {.text = as_text(title, found, session.width), .result = as_json(title, found)};
    }

  private:
    std::string model_;
    request::Action request_;
};

}  // namespace

std::unique_ptr<Command> make_action() { return std::make_unique<Action>(); }

}  // namespace anholon::cli
