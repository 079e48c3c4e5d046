#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "model/language/unit.hpp"
#include "syntax/expression.hpp"

namespace anholon {

// The dimensions of names. A name that is not in it, or has none, fits everywhere.
using Dimensions = std::map<std::string, std::optional<Dimension>, std::less<>>;

// The dimension of an expression, checked on the way: terms of a sum agree, arguments of functions have none.
// Nothing if it cannot be told: a name without a unit takes part, or the expression is the number 0.
std::optional<Dimension> dimension_of(const syntax::Tree& tree, const syntax::Expression& expression,
                                      const Source& source, const Dimensions& names,
                                      Diagnostics& diagnostics);

}  // namespace anholon
