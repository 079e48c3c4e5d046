#include <CLI/CLI.hpp>

#include "code/lean.hpp"
#include "code/source/registry.hpp"
#include "command.hpp"
#include "form_input.hpp"
#include "input.hpp"
#include "model/initial_state.hpp"
#include "model/unit.hpp"
#include "model_input.hpp"
#include "motion/law.hpp"

namespace anholon::cli {

namespace {

std::vector<std::string> language_ids() {
    std::vector<std::string> ids;
    for (const SourceLanguage& language : all_languages()) ids.push_back(language.id);
    return ids;
}

std::string language_help() {
    std::string help;
    for (const SourceLanguage& language : all_languages())
        help += (help.empty() ? "" : ", ") + language.id + " (" + language.title + ")";
    return help;
}

std::vector<std::optional<double>> initial_values(const System& system, const std::vector<Expr>& state) {
    std::vector<std::optional<double>> values(state.size());
    const auto initial = initial_state(system).state;
    if (!initial) return values;
    for (const auto* list : {&initial->q, &initial->v, &initial->eta, &initial->lambda})
        for (const InitialVariable& variable : *list)
            if (const auto at = std::ranges::find(state, variable.symbol); at != state.end())
                values[static_cast<std::size_t>(at - state.begin())] = variable.value;
    return values;
}

// As short as they become, with what some languages want besides.
RateEquations exported(const System& system, const EquationForm& form, const Equations& e) {
    RateEquations out = lean(rate_equations(system, form, e));
    out.initial = initial_values(system, e.state);
    for (const Parameter& p : system.parameters) out.parameter_units.push_back(si_unit(p.unit));
    return out;
}

class Export : public Command {
  public:
    std::string_view name() const override { return "export"; }
    std::string_view summary() const override {
        return "write the equations of motion as source code in another language";
    }
    std::string_view example() const override { return "anholon export rolling-disc --to python -o disc.py"; }

    void declare(CLI::App& app) override {
        app.add_option("M", model_, model_help)->required();
        app.add_option("--to", to_, "LANGUAGE: " + language_help())
            ->required()
            ->check(CLI::IsMember(language_ids()));
        app.add_flag("--jacobian", options_.jacobian,
                     "add a function for the Jacobian of the right-hand side");
        app.add_option("--form", form_, integrated_form_help);
        app.add_option("-o", output_, "FILE: the file to write (default: stdout)");
    }

    Outcome run(Session& session) override {
        const SourceLanguage& language = *find_language(to_);
        if (options_.jacobian && !language.has_jacobian)
            return refused(Exit::usage, {.code = "jacobian-unavailable",
                                         .message = language.title + " does not need a Jacobian: its "
                                                                     "tools compute derivatives themselves",
                                         .help = "leave out --jacobian"});
        if (!form_.empty() && !find_form(form_)) return refused(Exit::usage, unknown_form(form_));
        LoadedModel input = load_possible_model(model_, session);
        if (!input.system) return rejected(input.diagnostics, input.source, session);
        const Setting setting(*input.system);
        const EquationForm& form = form_.empty() ? form_to_integrate(setting) : *find_form(form_);
        if (const Reason why = form.inapplicable(setting))
            return refused(Exit::failed,
                           {.code = "form-inapplicable", .message = form.title + " does not apply: " + *why});
        const std::string text =
            language.write(exported(*input.system, form, form.derive(setting)), options_);
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
    ExportOptions options_;
};

}  // namespace

std::unique_ptr<Command> make_export() { return std::make_unique<Export>(); }

}  // namespace anholon::cli
