#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "model/system.hpp"
#include "syntax/model_tree.hpp"

namespace anholon {

// Parameters that are to be numbers, not symbols: expressions without symbols but π, of any context, in SI units.
using FixedParameters = std::map<std::string, Expr>;

// The system that a model's text describes, checked. Nothing if there was a mistake; warnings alone are none.
std::optional<System> elaborate_model(const Source& source, Diagnostics& diagnostics,
                                      const FixedParameters& fixed = {});
std::optional<System> elaborate_model(const syntax::ModelTree& tree, const Source& source,
                                      Diagnostics& diagnostics, const FixedParameters& fixed = {});

std::string_view name(Axiom axiom);            // "servo force"
std::string_view name(Constraint::Kind kind);  // "geometric"

}  // namespace anholon
