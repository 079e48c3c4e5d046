#pragma once

#include <string>

#include "report/json.hpp"
#include "report/trajectory.hpp"
#include "request/continue.hpp"
#include "request/model.hpp"

namespace anholon {

std::string as_text(const std::string& system, const request::ContinueFound& found, std::size_t width);
Json as_json(const std::string& system, const request::ContinueFound& found);
// The points of all branches with their stability as rows: .nc, .csv or .json.
void write_branches(const std::string& path, const request::StatedModel& model, const Provenance& provenance,
                    const request::ContinueFound& found);

}  // namespace anholon
