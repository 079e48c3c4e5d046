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
        options
            .add("--as", as_,
                 "FORMAT: text, latex or matrices (default: text); matrices is M z + h = Q as text, which "
                 "--part "
                 "matrices prints in LaTeX too")
            .one_of({"text", "latex", "matrices"});
        options
            .add("--part", request_.parts,
                 "PART,...: print only these parts of the page: " + joined(request::derivation_parts()))
            .separated_by(',');
        options.add("--width", width_,
                    std::string(width_help) +
                        "; in LaTeX it is counted in letters (default: 42, one of two columns)");
        options
            .add("--simplify", simplify_,
                 "HOW: full, or none to print the equations as they were derived (default: full)")
            .one_of({"none", "full"});
        options.flag("--reduced", reduced_, reduced_help);
        options.add("--level", levels_, level_help);
        options.flag("--strict", strict_, strict_help);
    }

    Outcome run(Session& session) override {
        request_.simplify = simplify_ == "full";
        width_or(width_, session.width);  // refused before anything is derived
        const System& system =
            load_model(model_, session, {.start = start_of(strict_), .reduced = reduced_, .levels = levels_})
                .system;
        if (as_ == "matrices" && request_.parts.empty()) request_.parts = {"matrices", "kinematics"};
        const request::Derivations found = answer(request_, system);
        if (as_ == "latex" && !session.json) return {.text = as_latex(found, width_or(width_, latex_column))};
        session.width = width_or(width_, session.width);
        return shown(found, session);
    }

  private:
    std::string model_, as_ = "text", simplify_ = "full";
    request::Derive request_;
    std::vector<std::string> levels_;
    std::optional<std::string> width_;
    bool strict_ = false, reduced_ = false;
};

}  // namespace

std::unique_ptr<Command> make_derive() { return std::make_unique<Derive>(); }

}  // namespace anholon::cli
