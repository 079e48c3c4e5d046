#include <CLI/CLI.hpp>

#include "code/source/c99.hpp"
#include "command.hpp"
#include "input.hpp"
#include "model_input.hpp"
#include "motion/law.hpp"

namespace anholon::cli {

namespace {

class Export : public Command {
  public:
    std::string_view name() const override { return "export"; }
    std::string_view summary() const override {
        return "write a system's equations as a program in another language";
    }

    void declare(CLI::App& app) override {
        app.add_option("M", model_, model_help)->required();
        app.add_option("--to", to_, "c99")->required()->check(CLI::IsMember({"c99"}));
        app.add_option("--form", form_,
                       "a form of `anholon forms`; hamel if it applies, else the system's own law");
        app.add_option("-o", output_, "the file to write; stdout if not given");
    }

    Outcome run(Session& session) override {
        if (!form_.empty() && !find_form(form_))
            return refused(Exit::usage, {.code = "form-unknown",
                                         .message = "there is no form '" + form_ + "'",
                                         .help = "`anholon forms` lists them"});
        LoadedModel input = load_possible_model(model_, session);
        if (!input.system) return rejected(input.diagnostics, input.source, session);
        const System& system = *input.system;
        const Setting setting(system);
        const EquationForm& form = form_.empty() ? form_of_motion(setting) : *find_form(form_);
        if (const Reason why = form.inapplicable(setting))
            return refused(Exit::failed,
                           {.code = "form-inapplicable", .message = form.title + " does not apply: " + *why});
        const std::string text = c99(rate_equations(system, form, form.derive(setting)));
        Outcome outcome;
        add_warnings(outcome, input, session);
        outcome.result = Json::object({{"form", form.id}, {"language", to_}, {"text", text}});
        if (output_.empty())
            outcome.text = text;
        else
            write_file(output_, text);
        return outcome;
    }

  private:
    std::string model_, to_, form_, output_;
};

}  // namespace

std::unique_ptr<Command> make_export() { return std::make_unique<Export>(); }

}  // namespace anholon::cli
