#pragma once

#include <string>

#include "report/json.hpp"
#include "report/provenance.hpp"
#include "request/model.hpp"
#include "request/path.hpp"

namespace anholon {

std::string as_text(const std::string& system, const TracedPath& path, std::size_t width);
Json as_json(const std::string& system, const TracedPath& path);
void write_path(const std::string& file, const request::StatedModel& model, const Provenance& provenance,
                const TracedPath& path);

}  // namespace anholon
