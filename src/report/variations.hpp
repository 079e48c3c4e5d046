#pragma once

#include <string>

#include "report/json.hpp"
#include "report/provenance.hpp"
#include "request/model.hpp"
#include "request/variations.hpp"

namespace anholon {

std::string as_text(const std::string& system, const VariedMotion& motion, std::size_t width);
Json as_json(const std::string& system, const VariedMotion& motion);
void write_variations(const std::string& file, const request::StatedModel& model,
                      const Provenance& provenance, const VariedMotion& motion);

}  // namespace anholon
