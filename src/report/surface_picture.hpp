#pragma once

#include <string>

#include "request/surface.hpp"

namespace anholon {

// The surface in its three columns, seen from the side and above, hidden parts hidden; each part in its own colour, curves on which the
// constraints degenerate black, a motion violet, singular points red. SVG, PNG or PDF, as the path ends; throws UnknownFileFormat, and std::runtime_error where
// the file cannot be written. The same surface is the same bytes.
void write_surface(const std::string& path, const request::SurfaceFound& found);

}  // namespace anholon
