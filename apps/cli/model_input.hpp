#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "command.hpp"
#include "model/initial_state.hpp"
#include "model/system.hpp"

namespace anholon::cli {

// There is no model of this name, or its file cannot be read.
struct ModelNotFound : std::runtime_error {
    ModelNotFound(const std::string& what, std::string remedy)
        : std::runtime_error(what), help(std::move(remedy)) {}
    std::string help;
};

struct NotText : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The text of a model: M is a name of the gallery, a path, or "-" for stdin.
Source read_model(const std::string& M, Session& session);
[[noreturn]] void no_model_in_gallery(const std::string& name);
// The text of a file, or of stdin for "-".
Source read_file(const std::string& path, Session& session);

// A model as it was read, with what was said of it.
struct LoadedModel {
    Source source;
    Diagnostics diagnostics = {};
    std::optional<System> system = std::nullopt;  // none if there was a mistake
};

LoadedModel load_model(const std::string& M, Session& session);
// Like load_model, and refuses constraints that no real state near the initial one satisfies: nothing moves so.
LoadedModel load_possible_model(const std::string& M, Session& session);
// The same text with some of the parameters fixed to numbers: words name=value of an option. Nothing after a mistake in a
// word, which `refusal` tells; in the text there may be another, which only these numbers make.
std::optional<LoadedModel> with_fixed_parameters(LoadedModel model, const std::vector<std::string>& words,
                                                 const Session& session, Outcome& refusal);
// What is said, at the constraint, where the model has no initial state.
Outcome impossible(LoadedModel& model, const NoInitialState& error, const Session& session);
void add_warnings(Outcome& outcome, const LoadedModel& model, const Session& session);

inline constexpr const char* model_help = "the model: a name from `anholon gallery`, a file, or - for stdin";

}  // namespace anholon::cli
