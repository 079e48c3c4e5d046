#pragma once

#include <stdexcept>
#include <string>

#include "base/diagnostic.hpp"
#include "model/gallery.hpp"
#include "model/model.hpp"

// For tests: a model that is known to be right.
namespace anholon {

inline System model(const std::string& text) {
    const Source source("test.anh", text);
    Diagnostics diagnostics;
    auto system = elaborate_model(source, diagnostics);
    if (!system) throw std::runtime_error(render(diagnostics, source, {}));
    return std::move(*system);
}

inline System from_gallery(const std::string& name) {
    return model(std::string(find_in_gallery(name)->text));
}

}  // namespace anholon
