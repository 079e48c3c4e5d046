#pragma once

#include "report/json.hpp"
#include "request/compare.hpp"

namespace anholon::request {

std::string as_text(const Comparison& found, std::size_t width);
Json as_json(const Comparison& found);

}  // namespace anholon::request
