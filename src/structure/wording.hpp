#pragma once

#include <cstdio>
#include <string>

#include "structure/fact.hpp"

// Phrases that several facts use.

namespace anholon {

inline Fact not_decided(const std::string& why) {
    return {.verdict = "not decided",
            .statement = {{"not decided: " + why, "not decided: " + why}},
            .proof = "none"};
}

inline std::string prime_field_proof(double error_bound) {
    if (error_bound <= 0) return "exact";
    char text[64];
    std::snprintf(text, sizeof text, "prime field, error below %.0e", error_bound);
    return text;
}

// A formula inside a sentence, and a name that the model gave.
inline Fact::Sentence formula(Expr e) { return {text(e), "$" + latex(e) + "$"}; }
inline Fact::Sentence in_words(const std::string& name) {
    std::string escaped;
    for (const char c : name) escaped += c == '_' ? "\\_" : std::string(1, c);
    return {name, escaped};
}
inline Fact::Sentence operator+(const Fact::Sentence& a, const Fact::Sentence& b) {
    return {a.text + b.text, a.latex + b.latex};
}
inline Fact::Sentence operator+(const Fact::Sentence& a, const char* words) {
    return {a.text + words, a.latex + words};
}
inline Fact::Sentence operator+(const char* words, const Fact::Sentence& a) {
    return {words + a.text, words + a.latex};
}
// a, b and c
inline Fact::Sentence listed(const std::vector<Fact::Sentence>& parts, const char* last = " and ") {
    Fact::Sentence all;
    for (std::size_t i = 0; i < parts.size(); ++i)
        all = all + (i == 0 ? "" : i + 1 < parts.size() ? ", " : last) + parts[i];
    return all;
}

}  // namespace anholon
