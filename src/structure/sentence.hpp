#pragma once

#include <initializer_list>
#include <string>
#include <variant>

#include "expr/print.hpp"
#include "structure/fact.hpp"

namespace anholon {

// Words and formulas of a statement, in their order.
using SentencePart = std::variant<std::string, Expr>;

inline void append(Fact::Sentence& sentence, const SentencePart& part) {
    if (const auto* words = std::get_if<std::string>(&part)) {
        sentence.text += *words;
        sentence.latex += *words;
    } else {
        sentence.text += text_in_brief(std::get<Expr>(part));
        sentence.latex += "$" + latex(std::get<Expr>(part)) + "$";
    }
}

inline Fact::Sentence sentence(std::initializer_list<SentencePart> parts) {
    Fact::Sentence out;
    for (const SentencePart& part : parts) append(out, part);
    return out;
}

}  // namespace anholon
