#include <CLI/CLI.hpp>

#include "command.hpp"
#include "form_input.hpp"
#include "model_input.hpp"
#include "motion/exported.hpp"
#include "report/derivation.hpp"
#include "report/layout.hpp"

namespace anholon::cli {

namespace {

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
        return {{"Forms", form_ids()}};
    }

    void declare(CLI::App& app) override {
        app.add_option("M", model_, model_help)->required();
        app.add_option("--form", form_,
                       "FORM: one of the forms below, or all (default: the law that the model states)");
        app.add_option("--as", as_, "FORMAT: text or latex (default: text)")
            ->check(CLI::IsMember({"text", "latex"}));
        app.add_option("--simplify", simplify_,
                       "HOW: full, or none to print the equations as they were derived (default: full)")
            ->check(CLI::IsMember({"none", "full"}));
        app.add_flag("--strict", strict_, strict_help);
    }

    Outcome run(Session& session) override {
        const bool all = form_ == "all";
        if (!form_.empty() && !all && !find_form(form_)) return refused(Exit::usage, unknown_form(form_));
        LoadedModel input = load_model_with_doubts(model_, session, start_of(strict_));
        if (!input.system) return rejected(input.diagnostics, input.source, session);
        const Setting setting(*input.system, regular_velocities(*input.system));
        Outcome outcome;
        add_warnings(outcome, input, session);
        Json::Array rows;
        const auto simplification = simplify_ == "none" ? Simplification::none : Simplification::full;
        const auto show = [&](const EquationForm& form) {
            const Derivation d = derivation(setting, form, simplification);
            if (session.json) {
                rows.push_back(as_json(d));
                return;
            }
            if (!outcome.text.empty()) outcome.text += "\n";
            outcome.text += as_ == "latex" ? as_latex(d) : as_text(d, session.width);
        };
        if (!all) {
            const EquationForm& form = form_.empty() ? law_of_motion(*input.system) : *find_form(form_);
            if (const Reason why = form.inapplicable(setting))
                return refused(Exit::failed, {.code = "form-inapplicable",
                                              .message = form.title + " does not apply: " + *why});
            show(form);
        } else {
            for (const EquationForm& form : all_forms()) {
                if (form.role == EquationForm::Role::control) continue;
                if (const Reason why = form.inapplicable(setting)) {
                    if (as_ == "text")
                        outcome.text +=
                            "\n" +
                            paragraph("", input.system->name + ": " + form.title + " does not apply: " + *why,
                                      4, session.width);
                    rows.push_back(
                        Json::object({{"form", form.id}, {"applicable", false}, {"reason", *why}}));
                    continue;
                }
                show(form);
            }
        }
        outcome.result = Json::array(std::move(rows));
        return outcome;
    }

  private:
    std::string model_, form_, as_ = "text", simplify_ = "full";
    bool strict_ = false;
};

}  // namespace

std::unique_ptr<Command> make_derive() { return std::make_unique<Derive>(); }

}  // namespace anholon::cli
