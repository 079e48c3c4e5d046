#pragma once

#include <optional>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "model/system.hpp"
#include "syntax/model_tree.hpp"

namespace anholon {

// The system that a model's text describes, checked. Nothing if there was a mistake; warnings alone are none.
std::optional<System> elaborate_model(const Source& source, Diagnostics& diagnostics);
std::optional<System> elaborate_model(const syntax::ModelTree& tree, const Source& source,
                                      Diagnostics& diagnostics);

std::string_view name(Axiom axiom);            // "servo force"
std::string_view name(Constraint::Kind kind);  // "geometric"

}  // namespace anholon
