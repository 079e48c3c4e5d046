#pragma once

#include "report/json.hpp"
#include "request/surface.hpp"

namespace anholon::request {

std::string as_text(const SurfaceFound& found, std::size_t width);
Json as_json(const SurfaceFound& found);

// The polygons as a Wavefront OBJ file, one group for each part.
std::string as_obj(const SurfaceFound& found);

}  // namespace anholon::request
