#include "request/export.hpp"

#include <filesystem>

#include "request/fmu.hpp"

#include "command.hpp"
#include "input.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"

namespace anholon::cli {

namespace {

std::vector<std::string> language_ids() {
    std::vector<std::string> ids;
    for (const SourceLanguage& language : all_languages()) ids.push_back(language.id);
    ids.emplace_back("fmu");
    return ids;
}

std::string language_help() {
    std::string help;
    for (const SourceLanguage& language : all_languages())
        help += language.id + " (" + language.title + "), ";
    return help + "fmu (Functional Mock-up Unit: -o NAME.fmu)";
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
        options.add("--fmi", fmi_, "VERSION: of the interface of an FMU (default: 2)").one_of({"2", "3"});
        options.add("-o", output_, "FILE: the file to write (default: stdout)");
    }

    Outcome run(Session& session) override {
        if (request_.language == "fmu") return write_fmu(session);
        if (!fmi_.empty()) misused("fmi-unused", "--fmi is for --to fmu");
        const request::ExportedProgram program = answer(request_, loaded(session));
        Outcome outcome;
        if (!program.can_start) warn_of_start(outcome);
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
    const System& loaded(Session& session) {
        return load_model(model_, session, {.reduced = request_.start.of_core, .words = &request_.start})
            .system;
    }

    static void warn_of_start(Outcome& outcome) {
        add_warning(outcome, "state-singular",
                    "the equations have no finite rates at the initial state: the program cannot start "
                    "there");
    }

    Outcome write_fmu(Session& session) {
        if (output_.empty())
            misused("output-missing", "an FMU is a zip archive: it is written to a file", "add -o NAME.fmu");
        if (std::filesystem::path(output_).extension() != ".fmu")
            misused("output-name", "the name of an FMU must end in .fmu: '" + output_ + "' does not");
        if (request_.options.jacobian)
            misused("jacobian-unavailable", "an FMU has directional derivatives in any case",
                    "leave out --jacobian");
        const request::ExportedFmu fmu =
            answer(request::ExportFmu{.version = fmi_ == "3" ? FmiVersion::three : FmiVersion::two,
                                      .form = request_.form,
                                      .start = request_.start},
                   loaded(session));
        Outcome outcome;
        if (!fmu.can_start) warn_of_start(outcome);
        if (!fmu.without_library.empty())
            add_warning(outcome, "fmu-without-library",
                        "the FMU contains sources only: " + fmu.without_library,
                        "programs that import it must compile it themselves");
        for (const std::string& name : fmu.fixed_inputs)
            add_warning(
                outcome, "input-in-constraint",
                "a constraint contains the input '" + name +
                    "', so that a jump of it would need an impulse: in the FMU it is a fixed parameter",
                "to move it, state it as a function of t: --input " + name + "=...");
        Json::Array paths;
        for (const std::string& path : fmu.paths) paths.emplace_back(path);
        outcome.result = Json::object({{"form", fmu.form->id},
                                       {"language", "fmu"},
                                       {"fmi", fmi_ == "3" ? "3.0" : "2.0"},
                                       {"files", Json::array(std::move(paths))}});
        write_file(output_, fmu.bytes);
        return outcome;
    }

    // sleigh.h beside sleigh.c
    std::string header_path() const {
        return std::filesystem::path(output_).replace_extension(".h").string();
    }

    std::string model_, output_, fmi_;
    request::Export request_;
};

}  // namespace

std::unique_ptr<Command> make_export() { return std::make_unique<Export>(); }

}  // namespace anholon::cli
