#include "command.hpp"
#include "model_input.hpp"
#include "options.hpp"
#include "report/description.hpp"

namespace anholon::cli {

namespace {

class Show : public Command {
  public:
    std::string_view name() const override { return "show"; }
    std::string_view summary() const override {
        return "show what a model means: its parts, energies, constraints and initial state";
    }
    std::string_view example() const override { return "anholon show rattleback"; }

    void declare(Options& options) override {
        options.add("M", model_, model_help).required();
        options.flag("--reduced", reduced_, reduced_help);
        options.add("--level", levels_, level_help);
        options.flag("--strict", strict_, strict_help);
        options.add("--width", width_, width_help);
        options.flag("--skates", skates_, "print the model of a vehicle with skates in place of its wheels");
    }

    Outcome run(Session& session) override {
        session.width = width_or(width_, session.width);
        if (skates_ && !levels_.empty()) misused("usage", "--skates prints a model, which has no levels");
        const request::StatedModel& model =
            load_model(model_, session, {.reduced = reduced_, .levels = levels_});
        if (!skates_) return shown(request::described(model, strict_), session);
        const request::OnSkates sleigh = request::on_skates(model);
        return {.text = sleigh.text,
                .result = Json::object({{"model", sleigh.text}, {"proof", sleigh.proof}})};
    }

  private:
    std::string model_;
    std::vector<std::string> levels_;
    std::optional<std::string> width_;
    bool strict_ = false, skates_ = false, reduced_ = false;
};

}  // namespace

std::unique_ptr<Command> make_show() { return std::make_unique<Show>(); }

}  // namespace anholon::cli
