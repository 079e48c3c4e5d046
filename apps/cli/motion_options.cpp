#include "motion_options.hpp"

#include <algorithm>

#include "base/faults.hpp"
#include "base/text.hpp"
#include "budget.hpp"
#include "interrupt.hpp"
#include "model/refusal.hpp"
#include "model_input.hpp"
#include "request/study_words.hpp"

namespace anholon::cli {

void declare_start(Options& options, SimulationWords& words) {
    options.add("-p", words.parameters,
                "NAME=VALUE: set a parameter, in the unit of its declaration or with a [unit]; repeatable");
    options.add("--input", words.inputs,
                "NAME=VALUE: set an input: a constant, a function of t, or @FILE.csv[:steps|linear|cubic], a "
                "table with columns t and NAME (default: linear); repeatable");
    options.add("-i", words.values, "NAME=VALUE: set an initial value; repeatable");
    options.add("--experiment", words.experiment,
                "NAME: an experiment of the model (default: 'default', if it has one)");
    options.flag("--strict", words.is_strict, strict_help);
}

void StudyOptions::declare(Options& options, std::string_view study) {
    study_ = study;
    options_.emplace(options);
}

void StudiedModel::declare(Options& options, std::string_view study) {
    options_.declare(options, study);
    options.add("M", name, model_help).required();
    options.flag("--full", is_full, "use the system as it is stated instead of its core");
}

void StudyOptions::take(const Source& source, const std::string& experiment) {
    // Those that were given on the command line hide all of the same name.
    std::vector<std::pair<std::string, std::vector<std::string>>> taken;
    for (const request::StudyWord& word : request::study_words(source, study_, experiment)) {
        const std::string option = "--" + word.option;
        if (!options_->has(option) || word.option == "json" || word.option == "experiment") {
            Diagnostics said;
            const auto meant = nearest(word.option, options_->long_names());
            said.add({.code = "study-option-unknown",
                      .message = study_ + " has no option '" + word.option + "'",
                      .span = word.span,
                      .help = meant ? "did you mean '" + *meant + "'?"
                                    : "anholon " + study_ + " --help lists the options"});
            throw Refusal(said, source, Refusal::Of::model);
        }
        if (options_->is_given(option)) continue;
        auto place = std::ranges::find(taken, option, [](const auto& pair) { return pair.first; });
        if (place == taken.end()) place = taken.insert(place, {option, {}});
        place->second.push_back(word.value.empty() ? "true" : word.value);
    }
    for (const auto& [option, values] : taken) options_->give(option, values);
}

const request::StatedModel& StudiedModel::load(Session& session, SimulationWords& words) {
    Source source = read_model(name, session);
    options_.take(source, words.experiment);
    stated_words_ = words;
    return session.models.emplace_back(request::stated(
        std::move(source), {.reduced = !is_full, .if_smaller = true, .moves = true, .words = &words}));
}

PictureWords::PictureWords(const std::vector<std::string>& words) {
    for (const std::string& word : words)
        if (word.find(':') == std::string::npos && word.find('.') != std::string::npos)
            files.push_back(word);
        else
            shown = word;
}

void declare_method(Options& options, std::string& method, const std::string& otherwise) {
    std::vector<std::string> methods;
    for (const Method& m : all_methods()) methods.emplace_back(m.name);
    options
        .add("--method", method,
             "METHOD: taylor, dop853, cvode-adams or cvode-bdf (default: " + otherwise + ")")
        .one_of(methods);
}

void declare_motion(Options& options, request::Simulate& words) {
    declare_start(options, words);
    options.flag("--reduced", words.of_core, reduced_help);
    options.add("--until", words.until,
                "TIME: when to end; a negative time runs backward (default: from the experiment, else 10)");
    options.add("--every", words.every,
                "TIME: the time between rows (default: from the experiment, else one row per step)");
    options.add("--tol", words.tolerance,
                "NUMBER: the relative error per step (default: 2.2e-16 for taylor, 1e-12 for dop853 and "
                "cvode-adams, 1e-10 for cvode-bdf)");
    options.add("--form", words.form_id, integrated_form_help);
    declare_method(
        options, words.method_name,
        "taylor; with --tol taylor or dop853, whichever needs less work; cvode-bdf if the motion turns "
        "out to be stiff");
    options.add(
        "--columns", words.columns,
        "LIST: report these names and expressions, separated by commas, instead of the standard ones; a "
        "list that begins with + adds to the standard ones");
    // An older way of saying --columns +EXPR.
    options.add("--column", words.more, "EXPR: report this expression as well").hidden();
    options.add("--event", words.events,
                "EXPR[:up|down][:stop]: report the states where an expression passes through 0, as in a "
                "Poincare section; "
                "repeatable");
    options.add("--stop", words.stops, "EXPR: end where the expression passes through 0; repeatable");
    options.flag("--keep-contact", words.keeps_contact, "do not stop when contact is lost or a surface ends");
    options.add("--quadrature", words.quadratures,
                "NAME=EXPR: integrate an expression over time; repeatable");
    options.add("--max-drift", words.max_drift,
                "NUMBER: exit with 5 if an integral or a constraint drifts by more than this, relatively");
}

void RowOptions::declare(Options& options, SimulationWords& start, std::string& method,
                         const char* until_help, const char* every_help) {
    options.add("--until", start.until, until_help);
    options.add("--every", start.every, every_help);
    options.add("--tol", start.tolerance, "NUMBER: the relative error per step (default: 1e-14)");
    options.add("-o", output, "FILE: write the rows: .nc, .csv or .json");
    declare_method(options, method, "whichever of taylor and dop853 needs less work");
    declare_start(options, start);
}

void RowOptions::write(const std::function<void(const std::string&)>& write) const {
    try {
        if (!output.empty()) write(output);
    } catch (const UnknownFileFormat& e) {
        misused("file-format", e.what());
    }
}

bool RowOptions::goes_on() { return !Interrupt::has_come() && !Budget::is_spent(); }

void add_early_end(Outcome& outcome, const char* code, const std::string& message) {
    if (Interrupt::has_come())
        add_error(outcome, Exit::interrupted, "interrupted", message);
    else if (Budget::is_spent())
        add_error(outcome, Exit::failed, "budget", message);
    else
        add_error(outcome, Exit::state, code, message);
}

}  // namespace anholon::cli
