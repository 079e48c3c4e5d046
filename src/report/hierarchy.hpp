#pragma once

#include <string>

#include "report/json.hpp"
#include "request/hierarchy.hpp"

namespace anholon::request {

std::string as_text(const Hierarchy& table, std::size_t width);
Json as_json(const Hierarchy& table);  // a list with an object per system: docs/concepts/facts.md

}  // namespace anholon::request
