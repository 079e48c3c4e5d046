#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

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

// What is said of a model around statements, each on its line from the second on.
inline std::string said_of(const std::string& statements) {
    const Source source("s.anh", "model A {\n" + statements + "\n}\n");
    Diagnostics diagnostics;
    elaborate_model(source, diagnostics);
    return render(diagnostics, source);
}

inline std::string gallery_text(std::string_view name) { return std::string(find_in_gallery(name)->text); }

// The text with one piece of it replaced, which must be there.
inline std::string changed(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error("no '" + from + "' in the model");
    return text.replace(at, from.size(), to);
}

inline System from_gallery(const std::string& name) { return model(gallery_text(name)); }

}  // namespace anholon
