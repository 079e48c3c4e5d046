#pragma once

#include <string>

#include "structure/evidence/asked.test.hpp"

namespace anholon {

// A model of the gallery, with one piece of its text replaced: what is proved of the one must not be proved of the other.
inline System from_gallery(const char* name, const std::string& old_text = "",
                           const std::string& new_text = "") {
    std::string text = gallery_text(name);
    for (std::size_t at = text.find("  expect"); at != std::string::npos; at = text.find("  expect"))
        text.erase(at, text.find('\n', at) + 1 - at);
    return model(old_text.empty() ? text : changed(text, old_text, new_text));
}

inline Fact asked(const char* question, const System& system, double seconds = 60) {
    return answer(*find_question(question), Setting(system), Budget(seconds));
}

inline std::string page(const Fact& fact) {
    std::string all = fact.verdict;
    for (const Fact::Sentence& sentence : fact.statement) all += "\n  " + sentence.text;
    return all;
}

}  // namespace anholon
