#include "report/derivation.hpp"

#include "base/words.hpp"
#include "command.hpp"
#include "model_input.hpp"
#include "options.hpp"

namespace anholon::cli {

namespace {

std::vector<std::string> form_ids() {
    std::vector<std::string> ids;
    for (const EquationForm& form : all_forms()) ids.push_back(form.id);
    return ids;
}

class Derive : public Command {
  public:
    std::string_view name() const override { return "derive"; }
    std::string_view summary() const override {
        return "derive the equations of motion, in one form or in all of them";
    }
    std::string_view example() const override {
        return "anholon derive chaplygin-sleigh --form hamel --as latex";
    }

    std::vector<std::pair<std::string, std::string>> lists() const override {
        return {{"Forms", joined(form_ids())}};
    }

    void declare(Options& options) override {
        options.add("M", model_, model_help).required();
        options.add("--form", request_.form,
                    "FORM: one of the forms below, or all (default: the law that the model states)");
        options.add("--as", as_, "FORMAT: text or latex (default: text)").one_of({"text", "latex"});
        options
            .add("--simplify", simplify_,
                 "HOW: full, or none to print the equations as they were derived (default: full)")
            .one_of({"none", "full"});
        options.flag("--reduced", reduced_, reduced_help);
        options.flag("--strict", strict_, strict_help);
    }

    Outcome run(Session& session) override {
        request_.simplify = simplify_ == "full";
        const System& system =
            load_model(model_, session, {.start = start_of(strict_), .reduced = reduced_}).system;
        return shown(answer(request_, system), session, as_);
    }

  private:
    std::string model_, as_ = "text", simplify_ = "full";
    request::Derive request_;
    bool strict_ = false, reduced_ = false;
};

}  // namespace

std::unique_ptr<Command> make_derive() { return std::make_unique<Derive>(); }

}  // namespace anholon::cli
