#include "report/orbit.hpp"

#include "command.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"

namespace anholon::cli {

namespace {

class Orbit : public Command {
  public:
    std::string_view name() const override { return "orbit"; }
    std::string_view summary() const override {
        return "find a periodic motion near the start; report its period, multipliers and stability";
    }
    std::string_view example() const override { return "anholon orbit chaplygin-top --at gamma1:up"; }

    void declare(Options& options) override {
        model_.declare(options, name());
        options.add("--period", request_.period, "TIME: a guess of the period");
        options.add(
            "--at", request_.at,
            "EXPR[:up|down]: instead, start where the expression passes through 0, and take the time of a "
            "return as the guess");
        options.add("--returns", request_.returns, "K: the K-th return (default: the first)");
        options.add("--until", request_.start.until,
                    "TIME: how long to look for the return (default: 10000)");
        options.add("--fix", request_.fix,
                    "EXPR=VALUE: look for a motion on this level, such as energy=3; repeatable");
        options.add("--tol", request_.start.tolerance,
                    "NUMBER: the relative error per step (default: 1e-13)");
        declare_method(options, request_.method_name, "whichever of taylor and dop853 needs less work");
        declare_start(options, request_.start);
    }

    Outcome run(Session& session) override {
        const request::StatedModel& model = model_.load(session, request_.start);
        const request::OrbitFound found = find(model);
        const std::string title = title_of(model_.name, model.system);
        return {.text = as_text(title, found, session.width), .result = as_json(title, found)};
    }

  private:
    request::OrbitFound find(const request::StatedModel& model) {
        if (!is_core(model.system)) return answer(request_, model.system);
        const request::StatedModel full = request::stated(model.source);
        return answer(request_, model.system, full.system, model_.stated_words());
    }

    StudiedModel model_;
    request::Orbit request_;
};

}  // namespace

std::unique_ptr<Command> make_orbit() { return std::make_unique<Orbit>(); }

}  // namespace anholon::cli
