#pragma once

#include <stdexcept>
#include <string>

#include "base/diagnostic.hpp"
#include "model/gallery.hpp"
#include "model/model.hpp"
#include "structure/fact.hpp"

namespace anholon {

inline System model(const std::string& text) {
    const Source source("test.anh", text);
    Diagnostics diagnostics;
    auto system = elaborate_model(source, diagnostics);
    if (!system) throw std::runtime_error(render(diagnostics, source, {}));
    return std::move(*system);
}

// A model of the gallery, with one piece of its text replaced: what is proved of the one must not be proved of the other.
inline System from_gallery(const char* name, const std::string& old_text = "",
                           const std::string& new_text = "") {
    std::string text(find_in_gallery(name)->text);
    for (std::size_t at = text.find("  expect"); at != std::string::npos; at = text.find("  expect"))
        text.erase(at, text.find('\n', at) + 1 - at);
    if (!old_text.empty()) {
        const std::size_t at = text.find(old_text);
        if (at == std::string::npos)
            throw std::runtime_error(std::string(name) + " does not say " + old_text);
        text.replace(at, old_text.size(), new_text);
    }
    return model(text);
}

inline Fact asked(const char* question, const System& system, double seconds = 60) {
    return answer(*find_question(question), Setting(system), Budget(seconds));
}

inline bool says(const Fact& fact, const std::string& words) {
    for (const Fact::Sentence& sentence : fact.statement)
        if (sentence.text.find(words) != std::string::npos) return true;
    return false;
}

inline std::string page(const Fact& fact) {
    std::string all = fact.verdict;
    for (const Fact::Sentence& sentence : fact.statement) all += "\n  " + sentence.text;
    return all;
}

}  // namespace anholon
