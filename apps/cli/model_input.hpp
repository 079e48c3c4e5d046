#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "command.hpp"
#include "model/model_text.hpp"
#include "model/state/initial_state.hpp"
#include "model/system.hpp"

namespace anholon::cli {

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
// How given initial values are taken that the constraints do not allow.
enum class Start { moved_if_needed, strict };
inline Start start_of(bool is_strict) { return is_strict ? Start::strict : Start::moved_if_needed; }
inline constexpr const char* strict_help = "refuse initial values that the constraints do not allow";

// Like load_model, with a warning where no state near the initial one satisfies the constraints: floating point refutes nothing that
// is asked exactly. If strict, refuses given initial values that would have to move.
LoadedModel load_model_with_doubts(const std::string& M, Session& session,
                                   Start start = Start::moved_if_needed);
// The same text with some of the parameters fixed to numbers: words name=value of an option. Nothing after a mistake in a
// word, which `refusal` tells; in the text there may be another, which only these numbers make.
std::optional<LoadedModel> with_fixed_parameters(LoadedModel model, const std::vector<std::string>& words,
                                                 const Session& session, Outcome& refusal,
                                                 Start start = Start::moved_if_needed);
// What is said, at the constraint, where the model has no initial state.
Outcome impossible(LoadedModel& model, const NoInitialState& error, const Session& session);
void add_warnings(Outcome& outcome, const LoadedModel& model, const Session& session);

inline constexpr const char* model_help = "the model: a name from `anholon gallery`, a file, or - for stdin";

}  // namespace anholon::cli
