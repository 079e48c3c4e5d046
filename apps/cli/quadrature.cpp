#include "report/quadrature.hpp"

#include "command.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"

namespace anholon::cli {

namespace {

class Quadrature : public Command {
  public:
    std::string_view name() const override { return "quadrature"; }
    std::string_view summary() const override {
        return "solve a motion by linear integrals and a quadrature; report turning points and period";
    }
    std::string_view example() const override { return "anholon quadrature rolling-disc -i n=0.5"; }

    void declare(Options& options) override {
        options.add("M", model_, model_help).required();
        options.add("--until", request_.start.until,
                    "TIME: how long the integrals are followed where nothing is periodic (default: the "
                    "experiment's)");
        options.add("--tol", request_.start.tolerance, "NUMBER: the relative error per step of that motion");
        declare_start(options, request_.start);
    }

    Outcome run(Session& session) override {
        const request::StatedModel& model = load_model(model_, session, {.words = &request_.start});
        const request::SolvedByQuadrature found = answer(request_, model.system);
        const std::string title = title_of(model_, model.system);
        return {.text = as_text(title, found, session.width), .result = as_json(title, found)};
    }

  private:
    std::string model_;
    request::ByQuadrature request_;
};

}  // namespace

std::unique_ptr<Command> make_quadrature() { return std::make_unique<Quadrature>(); }

}  // namespace anholon::cli
