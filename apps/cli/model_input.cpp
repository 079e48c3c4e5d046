#include "model_input.hpp"

#include <filesystem>
#include <fstream>

#include "base/text.hpp"
#include "input.hpp"
#include "model/gallery.hpp"
#include "model/model.hpp"
#include "model/request.hpp"

namespace anholon::cli {

namespace {

std::string all_of(std::istream& in, const std::string& name) {
    std::string text, block(1 << 16, '\0');
    while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
        text.append(block.data(), static_cast<std::size_t>(in.gcount()));
        if (text.size() > max_input) throw InputTooLarge(name + " holds more than 8 MiB");
    }
    if (in.bad()) throw ModelNotFound(name + " cannot be read", "");
    if (text.find('\0') != std::string::npos) throw NotText(name + " is a binary file");
    return text;
}

std::string meant_in_gallery(const std::string& name) {
    std::vector<std::string> names;
    for (const GalleryModel& model : gallery()) names.emplace_back(model.name);
    const auto meant = nearest(name, names);
    return meant ? "did you mean '" + *meant + "'?" : "anholon gallery lists the models";
}

}  // namespace

void no_model_in_gallery(const std::string& name) {
    throw ModelNotFound("the gallery has no model '" + name + "'", meant_in_gallery(name));
}

Source read_file(const std::string& path, Session& session) {
    if (path == "-") return {"<stdin>", all_of(session.in, "standard input")};
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        throw ModelNotFound("'" + path + "' is a folder, not a file", "");
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        if (std::filesystem::exists(path, ignored)) throw ModelNotFound("'" + path + "' cannot be read", "");
        throw ModelNotFound("there is no file '" + path + "'", "");
    }
    return {path, all_of(in, path)};
}

Source read_model(const std::string& M, Session& session) {
    std::error_code ignored;
    const bool is_path = M == "-" || M.find('/') != std::string::npos || M.ends_with(".anh");
    if (!is_path)
        if (const GalleryModel* model = find_in_gallery(M)) return {M + ".anh", std::string(model->text)};
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
