#pragma once

#include "report/json.hpp"
#include "request/merge.hpp"

namespace anholon {

std::string as_text(const std::string& folder, const MergedStudy& merged, std::size_t width);
Json as_json(const std::string& folder, const MergedStudy& merged);
// Which tiles are missing, and how to compute them.
std::string missing_tiles(const std::string& folder, const MergedStudy& merged);

}  // namespace anholon
