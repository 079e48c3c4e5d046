#pragma once

#include <string>

#include "report/json.hpp"
#include "request/bifurcation.hpp"

// Points and pictures are those of sections: report/section.hpp.

namespace anholon {

std::string as_text(const std::string& system, const request::BifurcationFound& found, std::size_t width);
Json as_json(const std::string& system, const request::BifurcationFound& found);

}  // namespace anholon
