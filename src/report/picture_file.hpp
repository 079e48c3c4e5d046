#pragma once

#include <functional>
#include <string>

#include "report/canvas.hpp"

namespace anholon {

// A picture as a file: .svg, .png or .pdf. Nothing is left behind where drawing fails. Throws UnknownFileFormat.
void write_picture(const std::string& path, double width, double height,
                   const std::function<void(Canvas&)>& draw);

}  // namespace anholon
