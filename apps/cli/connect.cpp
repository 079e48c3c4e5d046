#include "report/connect.hpp"

#include "command.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"

namespace anholon::cli {

namespace {

class Connect : public Command {
  public:
    std::string_view name() const override { return "connect"; }
    std::string_view summary() const override {
        return "find extremals of the action between two places, with their conjugate points";
    }
    std::string_view example() const override {
        return "anholon connect vakonomic-skate --to x=2 --to y=1 --to phi=0 --in 2";
    }

    void declare(Options& options) override {
        options.add("M", model_, model_help).required();
        options.add("--to", request_.to,
                    "COORDINATE=VALUE: where the extremals end; a coordinate that is not given is free "
                    "there; repeatable");
        options.add("--in", request_.time, "TIME: how long they take (default: 1)");
        options.add(
            "--starts", request_.starts,
            "N: guesses of the initial velocities and multipliers, the model's own first (default: 20)");
        options.add("--seed", request_.seed, "N: of the other guesses (default: 1)");
        options.add("--tol", request_.start.tolerance,
                    "NUMBER: the relative error per step (default: 1e-12)");
        declare_method(options, request_.method_name, "whichever of taylor and dop853 needs less work");
        declare_start(options, request_.start);
    }

    Outcome run(Session& session) override {
        const System& system = load_model(model_, session, {.words = &request_.start}).system;
        const request::Connections found = answer(request_, system, session.budget.value_or(30));
        const std::string title = title_of(model_, system);
        return {.text = as_text(title, found, session.width), .result = as_json(title, found)};
    }

  private:
    std::string model_;
    request::Connect request_;
};

}  // namespace

std::unique_ptr<Command> make_connect() { return std::make_unique<Connect>(); }

}  // namespace anholon::cli
