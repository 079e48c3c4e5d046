#include "model_input.hpp"

#include <filesystem>

#include "input.hpp"
#include "model/gallery.hpp"
#include "model/model.hpp"
#include "model/request.hpp"

namespace anholon::cli {

void no_model_in_gallery(const std::string& name) {
    throw ModelNotFound("the gallery has no model '" + name + "'", meant_in_gallery(name));
}

Source read_file(const std::string& path, Session& session) {
    if (path == "-") return {"<stdin>", all_of(session.in, "standard input")};
    return text_of_file(path);
}

Source read_model(const std::string& M, Session& session) {
    std::error_code ignored;
    const bool is_path = M == "-" || M.find('/') != std::string::npos || M.ends_with(".anh");
    if (!is_path && find_in_gallery(M)) return text_of_gallery(M);
    if (is_path || std::filesystem::exists(M, ignored)) return read_file(M, session);
    throw ModelNotFound("there is no file and no gallery model '" + M + "'", meant_in_gallery(M));
}

LoadedModel load_model(const std::string& M, Session& session) {
    LoadedModel loaded{read_model(M, session)};
    loaded.system = elaborate_model(loaded.source, loaded.diagnostics);
    return loaded;
}

namespace {

// No state was found in floating point: for exact questions that is a warning, not a verdict. A given value that would move is
// refused if it must not.
LoadedModel doubtful(LoadedModel loaded, Start start) {
    if (!loaded.system) return loaded;
    const InitialStateOptions options{.is_strict = start == Start::strict};
    if (const auto failure = initial_state(*loaded.system, options).failure) {
        Diagnostic said = told(*failure);
        const bool is_refused = failure->why == NoState::Why::moves_given;
        if (!is_refused) said.severity = Severity::warning;
        loaded.diagnostics.add(std::move(said));
        if (is_refused) loaded.system.reset();
    }
    return loaded;
}

}  // namespace

LoadedModel load_model_with_doubts(const std::string& M, Session& session, Start start) {
    return doubtful(load_model(M, session), start);
}

std::optional<LoadedModel> with_fixed_parameters(LoadedModel model, const std::vector<std::string>& words,
                                                 const Session& session, Outcome& refusal, Start start) {
    if (words.empty()) return model;
    FixedParameters fixed;
    for (const std::string& word : words) {
        const Source source("-p", word);
        Diagnostics diagnostics;
        const auto value = read_exact_parameter(source, *model.system, diagnostics);
        if (!value || diagnostics.failed()) {
            refusal = rejected(diagnostics, source, session);
            refusal.exit = Exit::usage;
            return std::nullopt;
        }
        const std::string name = value->first.symbol().name;
        if (!fixed.emplace(name, value->second).second) {
            refusal =
                refused(Exit::usage, {.code = "setting-twice", .message = "'" + name + "' is given twice"});
            return std::nullopt;
        }
    }
    LoadedModel fixed_model{model.source};
    fixed_model.system = elaborate_model(fixed_model.source, fixed_model.diagnostics, fixed);
    return doubtful(std::move(fixed_model), start);
}

Outcome impossible(LoadedModel& model, const NoInitialState& error, const Session& session) {
    model.diagnostics.add(error.diagnostic);
    Outcome out = rejected(model.diagnostics, model.source, session);
    out.exit = Exit::state;
    return out;
}

void add_warnings(Outcome& outcome, const LoadedModel& model, const Session& session) {
    const auto warnings = messages(model.diagnostics, model.source, Severity::warning);
    outcome.warnings.insert(outcome.warnings.end(), warnings.begin(), warnings.end());
    outcome.log += render(model.diagnostics, model.source, session.render);
}

}  // namespace anholon::cli
