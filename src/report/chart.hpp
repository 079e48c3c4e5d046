#pragma once

#include <string>

#include "report/heat_map.hpp"
#include "report/json.hpp"
#include "report/provenance.hpp"
#include "request/chart.hpp"
#include "request/model.hpp"

namespace anholon {

std::string as_text(const std::string& system, const request::ChartFound& found, std::size_t width);
Json as_json(const std::string& system, const request::ChartFound& found);
HeatMap heat_map(const std::string& system, const request::ChartFound& found);
// As .nc (a grid), .csv or .json (a row per point).
void write_chart(const std::string& path, const request::StatedModel& model, const Provenance& provenance,
                 const request::ChartFound& found);

}  // namespace anholon
