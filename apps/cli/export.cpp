#include "request/export.hpp"

#include <filesystem>

#include "command.hpp"
#include "input.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"

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

    void declare(Options& options) override {
        options.add("M", model_, model_help).required();
        options.add("--to", request_.language, "LANGUAGE: " + language_help())
            .required()
            .one_of(language_ids());
        options.flag("--jacobian", request_.options.jacobian,
                     "add a function for the Jacobian of the right-hand side");
        options.add("--form", request_.form, integrated_form_help);
        declare_start(options, request_.start);
        options.flag("--reduced", request_.start.of_core, reduced_help);
        options.add("-o", output_, "FILE: the file to write (default: stdout)");
    }

    Outcome run(Session& session) override {
        const request::ExportedProgram program =
            answer(request_,
                   load_model(model_, session, {.reduced = request_.start.of_core, .words = &request_.start})
                       .system);
        Outcome outcome;
        if (!program.can_start)
            add_warning(outcome, "state-singular",
                        "the equations have no finite rates at the initial state: the program cannot start "
                        "there");
        const bool has_header = static_cast<bool>(program.language->header);
        Json::Object result{
            {"form", program.form->id}, {"language", program.language->id}, {"text", program.text}};
        if (has_header) result.emplace_back("header", program.header);
        outcome.result = Json::object(std::move(result));
        if (output_.empty()) {
            outcome.text = program.text;
        } else {
            write_file(output_, program.text);
            if (has_header) write_file(header_path(), program.header);
        }
        return outcome;
    }

  private:
    // sleigh.h beside sleigh.c
    std::string header_path() const {
        return std::filesystem::path(output_).replace_extension(".h").string();
    }

    std::string model_, output_;
    request::Export request_;
};

}  // namespace

std::unique_ptr<Command> make_export() { return std::make_unique<Export>(); }

}  // namespace anholon::cli
