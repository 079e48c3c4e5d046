#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>

#include "expr/print.hpp"
#include "structure/fact.hpp"

namespace anholon {

// Words and formulas put together, as plain text and as LaTeX with $…$ around the formulas.
class Sentence {
  public:
    Sentence& operator<<(std::string_view words);
    Sentence& operator<<(Expr formula);
    Sentence& formula(std::string_view text, std::string_view latex);
    Sentence& equation(std::string_view left_text, std::string_view left_latex, Expr right);
    // A field by those of its components that are not zero: xi_x = -y, xi_y = x.
    Sentence& field(std::span<const Expr> q, std::span<const Expr> xi);
    operator Fact::Sentence() const { return said_; }

  private:
    void add_named_parts(const Printed& text, const Printed& latex);
    Fact::Sentence said_;
};

Fact not_decided(const std::string& reason);

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
