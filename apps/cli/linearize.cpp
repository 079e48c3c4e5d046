#include "report/linearisation.hpp"

#include "command.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"

namespace anholon::cli {

namespace {

class Linearize : public Command {
  public:
    std::string_view name() const override { return "linearize"; }
    std::string_view summary() const override {
        return "linearize the equations near an equilibrium or a steady motion, and judge its stability";
    }
    std::string_view example() const override {
        return "anholon linearize whipple-bicycle --at steady -i v=5";
    }

    void declare(Options& options) override {
        options.add("M", model_, model_help).required();
        options.add("--at", at_, "KIND: equilibrium (nothing moves) or steady (motion along symmetries only)")
            .required()
            .one_of({"equilibrium", "steady"});
        options.add("--where", request_.where,
                    "EXPR=VALUE: a condition that the state must satisfy as well, such as energy=3 or "
                    "theta=1.2; repeatable");
        options.add("--critical", request_.critical,
                    "NAME=LOW..HIGH: instead, find the values of a parameter or of an initial value, such "
                    "as a speed, at which eigenvalues pass the imaginary axis");
        options.flag("--reduced", reduced_, reduced_help);
        declare_start(options, request_.start);
    }

    Outcome run(Session& session) override {
        request_.at = at_ == "steady" ? Standstill::steady : Standstill::equilibrium;
        const System& system =
            load_model(model_, session, {.reduced = reduced_, .words = &request_.start, .keeps_given = true})
                .system;
        const LinearizeAnswer found = answer(request_, system);
        const std::string title = title_of(model_, system);
        return {.text = as_text(title, found, session.width), .result = as_json(title, found)};
    }

  private:
    std::string model_, at_;
    request::Linearize request_;
    bool reduced_ = false;
};

}  // namespace

std::unique_ptr<Command> make_linearize() { return std::make_unique<Linearize>(); }

}  // namespace anholon::cli
