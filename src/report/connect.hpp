#pragma once

#include <string>

#include "report/json.hpp"
#include "request/connect.hpp"

namespace anholon {

std::string as_text(const std::string& system, const request::Connections& found, std::size_t width);
Json as_json(const std::string& system, const request::Connections& found);

}  // namespace anholon
