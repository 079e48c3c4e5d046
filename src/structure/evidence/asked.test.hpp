#pragma once

#include <string>
#include <utility>
#include <vector>

#include "facts/questions.hpp"
#include "model/read_model.test.hpp"

namespace anholon {

// What is replaced in a model's text before it is asked: a parameter, a term.
using Changes = std::vector<std::pair<std::string, std::string>>;

inline System changed_model(std::string text, const Changes& changes) {
    for (const auto& [old, replacement] : changes) text = changed(std::move(text), old, replacement);
    return model(text);
}

inline Fact asked(const System& system, const char* question, double seconds = 60) {
    return answer(*find_question(question), setting_for_questions(system), Budget(seconds));
}

inline Fact asked(const char* name, const char* question, const Changes& changes = {}) {
    return asked(changed_model(gallery_text(name), changes), question);
}

// Whether some line of the statement holds this text.
inline bool says(const Fact& fact, const std::string& text) {
    for (const auto& line : fact.statement)
        if (line.text.find(text) != std::string::npos) return true;
    return false;
}

inline std::string all_lines(const Fact& fact) {
    std::string lines = fact.verdict.text() + "\n";
    for (const auto& line : fact.statement) lines += line.text + "\n";
    return lines + text(fact.proof);
}

}  // namespace anholon
