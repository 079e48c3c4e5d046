#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/gallery.hpp"
#include "model/model.hpp"
#include "structure/fact.hpp"

namespace anholon {

// What is replaced in a model's text before it is asked: a parameter, a term.
using Changes = std::vector<std::pair<std::string, std::string>>;

inline System changed_model(std::string text, const Changes& changes) {
    for (const auto& [old, replacement] : changes) {
        const auto place = text.find(old);
        if (place == std::string::npos) throw std::runtime_error("no '" + old + "' in the model");
        text.replace(place, old.size(), replacement);
    }
    const Source source("test.anh", text);
    Diagnostics diagnostics;
    auto system = elaborate_model(source, diagnostics);
    if (!system) throw std::runtime_error(render(diagnostics, source, {}));
    return std::move(*system);
}

inline Fact asked(const System& system, const char* question, double seconds = 60) {
    return answer(*find_question(question), Setting(system), Budget(seconds));
}

inline Fact asked(const char* name, const char* question, const Changes& changes = {}) {
    return asked(changed_model(std::string(find_in_gallery(name)->text), changes), question);
}

// Whether some line of the statement holds this text.
inline bool says(const Fact& fact, const std::string& text) {
    for (const auto& line : fact.statement)
        if (line.text.find(text) != std::string::npos) return true;
    return false;
}

inline std::string all_lines(const Fact& fact) {
    std::string lines = fact.verdict + "\n";
    for (const auto& line : fact.statement) lines += line.text + "\n";
    return lines + fact.proof;
}

}  // namespace anholon
