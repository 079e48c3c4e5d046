#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"
#include "model/gallery.hpp"
#include "model/model.hpp"

// For tests: a model that is known to be right, or what is said of one that is not.
namespace anholon {

inline System model(const std::string& text) {
    const Source source("test.anh", text);
    Diagnostics diagnostics;
    auto system = elaborate_model(source, diagnostics);
    if (!system) throw std::runtime_error(render(diagnostics, source, {}));
    return std::move(*system);
}

// What is said of a model.
inline std::string said(std::string text) {
    const Source source("s.anh", std::move(text));
    Diagnostics diagnostics;
    if (elaborate_model(source, diagnostics).has_value() == diagnostics.failed())
        throw std::runtime_error("a model without a mistake has a system, and no other");
    return render(diagnostics, source);
}
// The same around statements, each on its line from the second on.
inline std::string said_of(const std::string& statements) {
    return said("model A {\n" + statements + "\n}\n");
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
