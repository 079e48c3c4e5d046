#pragma once

#include <optional>
#include <string>

#include "base/diagnostic.hpp"
#include "base/source.hpp"

namespace anholon::syntax {

// A model's text in its canonical layout: one statement a line, two blanks a level, operators spaced as in m*x + b.
// Comments, the breaks inside statements and single blank lines between them stay; blocks written on one line stay there.
// The tokens are those of the text, so the formatted text means the same, and formatting it again changes nothing.
// Nothing, with the mistakes reported, if the text is no model.
std::optional<std::string> formatted(const Source& source, Diagnostics& diagnostics);

}  // namespace anholon::syntax
