#include "report/limit.hpp"
#include "command.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"
#include "options.hpp"

namespace anholon::cli {

namespace {

class Limit : public Command {
  public:
    std::string_view name() const override { return "limit"; }
    std::string_view summary() const override {
        return "measure what motions tend to as friction, an added mass or a parameter grows or vanishes";
    }
    std::string_view example() const override {
        return "anholon limit chaplygin-sleigh --as viscous --N 1e2..1e6 --until 2";
    }

    void declare(Options& options) override {
        options.add("M", model_, model_help).required();
        options
            .add("--as", request_.as,
                 "HOW: the forces that realise the constraints: viscous, added-mass, or mixed with --mu "
                 "(default: those that the model states)")
            .one_of({"viscous", "added-mass", "mixed"});
        options.add("--N", request_.numbers,
                    "FROM..TO[:COUNT]: their size, in equal ratios (default: 1e2..1e8, one per decade; "
                    "mixed: 1e2..1e6)");
        options.add("--mu", request_.mu, "VALUE: the ratio of friction to added mass, of --as mixed");
        options.add("--over", request_.over,
                    "NAME=FROM..TO[:COUNT]: instead, let a parameter of the model change");
        options.add("--against", against_, "MODEL: the model that the limit over a parameter may be");
        options.add("--until", request_.start.until, "TIME: when motions are compared (default: 1)");
        options.add("--tol", request_.start.tolerance,
                    "NUMBER: the relative error per step (default: that of the method)");
        options.add("--plot", pictures_, "FILE: draw the distances as SVG, PNG or PDF; repeatable");
        declare_start(options, request_.start);
    }

    Outcome run(Session& session) override {
        const System& system =
            load_model(model_, session, {.start = start_of(request_.start.is_strict)}).system;
        const System* other = nullptr;
        std::string title;
        if (!against_.empty()) {
            other = &load_model(against_, session).system;
            title = title_of(against_, *other);
        }
        const request::LimitFound found = answer(request_, title_of(model_, system), system, other, title);
        for (const std::string& file : pictures_) write_plot(file, plot_of(found));
        return {.text = as_text(found, session.width), .result = as_json(found)};
    }

  private:
    std::string model_, against_;
    std::vector<std::string> pictures_;
    request::Limit request_;
};

}  // namespace

std::unique_ptr<Command> make_limit() { return std::make_unique<Limit>(); }

}  // namespace anholon::cli
