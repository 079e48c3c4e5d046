#include "report/lyapunov.hpp"

#include <iostream>

#include "base/text.hpp"
#include "budget.hpp"
#include "command.hpp"
#include "interrupt.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"
#include "report/progress.hpp"
#include "request/lyapunov.hpp"

namespace anholon::cli {

namespace {

class Lyapunov : public Command {
  public:
    std::string_view name() const override { return "lyapunov"; }
    std::string_view summary() const override {
        return "compute Lyapunov exponents, with error bars and the reasons of those that vanish";
    }
    std::string_view example() const override { return "anholon lyapunov chaplygin-top --until 500"; }

    void declare(Options& options) override {
        model_.declare(options, name());
        options.add("--count", request_.count,
                    "K: the K largest exponents that are not explained (default: all)");
        options.add("--until", request_.start.until,
                    "TIME: when to end; a negative time runs backward (default: 1000)");
        options.add("--transient", request_.transient,
                    "TIME: when averages begin (default: a tenth of --until)");
        options.add("--tol", request_.start.tolerance,
                    "NUMBER: the relative error per step (default: 1e-12)");
        declare_method(options, request_.method_name, "whichever of taylor and dop853 needs less work");
        options.add("--seed", request_.seed, "NUMBER: of the first tangent vectors (default: 1)");
        declare_start(options, request_.start);
    }

    Outcome run(Session& session) override {
        const request::StatedModel& model = model_.load(session, request_.start);
        const double until = request::read(request_, model.system).until;
        const Interrupt interrupt;
        Progress progress(std::cerr, progress_on_stderr("averaging", 0, until));
        request_.goes_on = [&](double t) {
            progress.update(t);
            return !Interrupt::has_come() && !Budget::is_spent();
        };
        const LyapunovSpectrum found = request::answer(request_, model.system);
        progress.clear();
        const std::string title = title_of(model_.name, model.system);
        Outcome outcome{.text = as_text(title, found, session.width), .result = as_json(title, found)};
        judge(found, outcome);
        return outcome;
    }

  private:
    static void judge(const LyapunovSpectrum& found, Outcome& outcome) {
        if (!found.is_consistent())
            add_error(outcome, Exit::failed, "exponents-inconsistent",
                      "the sum of the exponents differs from the mean divergence: they are not reliable");
        if (!found.ended) return;
        add_early_end(outcome, "motion-ended",
                      "the motion ends at t = " + decimal(found.until, 10) + ": " + *found.ended);
    }

    StudiedModel model_;
    request::Lyapunov request_;
};

}  // namespace

std::unique_ptr<Command> make_lyapunov() { return std::make_unique<Lyapunov>(); }

}  // namespace anholon::cli
