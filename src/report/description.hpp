#pragma once

#include <string>

#include "report/json.hpp"
#include "request/show.hpp"

namespace anholon::request {

std::string as_text(const Description& described, std::size_t width);
Json as_json(const Description& described);

}  // namespace anholon::request
