#pragma once

#include <string>

#include "report/heat_map.hpp"
#include "report/json.hpp"
#include "request/symbolic_stability.hpp"

namespace anholon {

std::string as_text(const std::string& system, const request::RegionFound& found, std::size_t width);
Json as_json(const std::string& system, const request::RegionFound& found);
HeatMap region_map(const std::string& system, const request::RegionFound& found);
// .csv: a row per point of the grid; .svg, .png or .pdf: the picture. Throws UnknownFileFormat for another ending.
void write_region(const std::string& path, const std::string& system, const request::RegionFound& found);

}  // namespace anholon
