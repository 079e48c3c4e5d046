#include <CLI/CLI.hpp>
#include <filesystem>

#include "code/source/registry.hpp"
#include "command.hpp"
#include "form_input.hpp"
#include "input.hpp"
#include "model_input.hpp"
#include "motion/exported.hpp"
#include "simulation_request.hpp"

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
        request_.declare_state(app);
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
        LoadedModel input = load_model(model_, session);
        if (!input.system) return rejected(input.diagnostics, input.source, session);
        Outcome refusal;
        const auto read = read_request(request_, *input.system, session, refusal);
        if (!read) return refusal;
        const Setting setting(*input.system);
        const EquationForm& form = form_.empty() ? form_to_export(*input.system) : *find_form(form_);
        if (const Reason why = form.inapplicable(setting))
            return refused(Exit::failed,
                           {.code = "form-inapplicable", .message = form.title + " does not apply: " + *why});
        if (const Reason why = lacks_number(*input.system, form))
            return refused(Exit::failed,
                           {.code = "form-inapplicable", .message = form.title + " has no value: " + *why});
        try {
            return written(input, form, language, read->options.initial, session);
        } catch (const NoInitialState& e) {
            return impossible(input, e, session);
        } catch (const NumberTooLarge& e) {
            return refused(Exit::failed, {.code = "number-too-large", .message = e.what()});
        }
    }

  private:
    Outcome written(const LoadedModel& input, const EquationForm& form, const SourceLanguage& language,
                    const InitialStateOptions& start, const Session& session) const {
        const ExportedEquations exported = exported_equations(*input.system, form, start);
        const std::string text = language.write(exported.equations, options_);
        const std::string header = language.header ? language.header(exported.equations, options_) : "";
        Outcome outcome;
        add_warnings(outcome, input, session);
        if (!exported.can_start) warn_of_start(outcome);
        outcome.result = Json::object({{"form", form.id}, {"language", to_}, {"text", text}});
        if (language.header)
            outcome.result =
                Json::object({{"form", form.id}, {"language", to_}, {"text", text}, {"header", header}});
        if (output_.empty()) {
            outcome.text = text;
        } else {
            write_file(output_, text);
            if (language.header) write_file(header_path(), header);
        }
        return outcome;
    }

    static void warn_of_start(Outcome& outcome) {
        outcome.warnings.push_back({.code = "state-singular",
                                    .message = "the equations have no finite rates at the initial state: the "
                                               "program cannot start there"});
        outcome.log += "anholon: warning[state-singular]: " + outcome.warnings.back().message + "\n";
    }

    // sleigh.h beside sleigh.c
    std::string header_path() const {
        return std::filesystem::path(output_).replace_extension(".h").string();
    }

    std::string model_, to_, form_, output_;
    ExportOptions options_;
    SimulationRequest request_;
};

}  // namespace

std::unique_ptr<Command> make_export() { return std::make_unique<Export>(); }

}  // namespace anholon::cli
