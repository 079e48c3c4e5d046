#pragma once

#include "report/json.hpp"
#include "structure/evidence/data.hpp"

namespace anholon {

// Formulas as {text, latex, tree}; numbers, names, lists and objects as they are. docs/concepts/facts.md
Json as_json(const Data& data);

}  // namespace anholon
