#include "report/hamilton_jacobi.hpp"

#include "command.hpp"
#include "model_input.hpp"
#include "options.hpp"

namespace anholon::cli {

namespace {

class HamiltonJacobi : public Command {
  public:
    std::string_view name() const override { return "hamilton-jacobi"; }
    std::string_view summary() const override {
        return "derive the Hamilton–Jacobi equation, separate it, or prove a complete integral of it";
    }
    std::string_view example() const override { return "anholon hamilton-jacobi chaplygin-sleigh"; }
    bool may_run_long() const override { return false; }  // it has a budget of its own

    void declare(Options& options) override {
        options.add("M", model_, model_help).required();
        options.add("--integral", request_.S,
                    "S: a function of the time, the coordinates, parameters and constants to examine, "
                    "instead of separating the variables");
        options.add("--constants", request_.constants, "NAME,...: the constants in S, such as h,a")
            .separated_by(',');
        options.add("-p", parameters_,
                    "NAME=VALUE: fix a parameter to a number; the others stay symbols; repeatable");
        options.add("--budget", request_.seconds, "SECONDS: the limit, in seconds of work (default: 30)");
    }

    Outcome run(Session& session) override {
        const request::StatedModel& model = load_model(model_, session, {.parameters = parameters_});
        const request::HamiltonJacobiFound found = answer(request_, model.system);
        const std::string title = title_of(model_, model.system);
        return {.text = as_text(title, found, session.width), .result = as_json(title, found)};
    }

  private:
    std::string model_;
    std::vector<std::string> parameters_;
    request::HamiltonJacobi request_;
};

}  // namespace

std::unique_ptr<Command> make_hamilton_jacobi() { return std::make_unique<HamiltonJacobi>(); }

}  // namespace anholon::cli
