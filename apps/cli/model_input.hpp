#pragma once

#include <string>

#include "base/source.hpp"
#include "command.hpp"
#include "model/model_text.hpp"
#include "request/model.hpp"

namespace anholon::cli {

// The text of a model: M is a name of the gallery, a path, or "-" for stdin.
Source read_model(const std::string& M, Session& session);
[[noreturn]] void no_model_in_gallery(const std::string& name);
// The text of a file, or of stdin for "-".
Source read_file(const std::string& path, Session& session);

// The model, which the session keeps. Throws Refusal.
request::StatedModel& load_model(const std::string& M, Session& session,
                                 const request::ModelRequest& request = {});
std::string title_of(const std::string& M, const System& system);  // the name that was asked for, or its own

inline request::Start start_of(bool is_strict) {
    return is_strict ? request::Start::strict : request::Start::moved_if_needed;
}
inline constexpr const char* strict_help = "refuse initial values that the constraints do not allow";
inline constexpr const char* reduced_help =
    "reduce the system to its core, the smallest closed set of variables";
inline constexpr const char* level_help =
    "EXPR[=VALUE]: keep to a level of a first integral, that of the initial state if no value is given; "
    "repeatable";
inline constexpr const char* model_help = "the model: a name from `anholon gallery`, a file, or - for stdin";
inline constexpr const char* integrated_form_help =
    "FORM: the form of the equations, from `anholon forms` (default: kane for bodies, maggi or hamel where "
    "they apply, else the law that the model states)";

}  // namespace anholon::cli
