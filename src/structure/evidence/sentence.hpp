#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "expr/print.hpp"
#include "structure/evidence/fact.hpp"

namespace anholon {

// Words and formulas put together, as plain text and as LaTeX with $…$ around the formulas.
class Sentence {
  public:
    enum class Formulas {
        whole,  // long ones with their common parts named behind, unless nobody would read them
        brief,  // simplified, and cut where they are too long to be read in a sentence
    };
    explicit Sentence(Formulas formulas = Formulas::whole) : formulas_(formulas) {}

    Sentence& operator<<(std::string_view words);
    Sentence& operator<<(std::size_t number) { return *this << std::to_string(number); }
    Sentence& operator<<(Expr formula);
    Sentence& as_it_stands(Expr formula);  // not simplified; cut where it is too long
    Sentence& formula(std::string_view text, std::string_view latex);
    Sentence& equation(std::string_view left_text, std::string_view left_latex, Expr right);
    // A field by those of its components that are not zero: xi_x = -y, xi_y = x.
    Sentence& field(std::span<const Expr> q, std::span<const Expr> xi);
    operator Fact::Sentence() const { return said_; }

  private:
    void add_named_parts(const Printed& text, const Printed& latex);

    Formulas formulas_;
    Fact::Sentence said_;
};

// More operations than are written out anywhere: "an expression of 1359 operations" is said instead.
bool is_too_long(Expr e);
std::string told_by_its_length(Expr e);

inline Sentence briefly() { return Sentence(Sentence::Formulas::brief); }

// Its parts in their order, expressions as they stand.
using SentencePart = std::variant<std::string, Expr>;
Fact::Sentence sentence(std::initializer_list<SentencePart> parts);
void append(Fact::Sentence& sentence, const SentencePart& part);

// Pieces of sentences.
Fact::Sentence formula(Expr e);
Fact::Sentence in_words(const std::string& name);  // that the model gave
Fact::Sentence operator+(const Fact::Sentence& a, const Fact::Sentence& b);
Fact::Sentence operator+(const Fact::Sentence& a, const char* words);
Fact::Sentence operator+(const char* words, const Fact::Sentence& a);

// a, b and c
Fact::Sentence listed(const std::vector<Fact::Sentence>& parts, const char* last = " and ");
std::string listed(const std::vector<std::string>& names);
std::vector<std::string> names_of(std::span<const Expr> symbols);

Fact not_decided(const std::string& reason);

// "prime field, error below 1e-30", the bound rounded up; `exact` where there is none.
std::string prime_field_proof(double error_bound, const char* exact = "exact");

}  // namespace anholon
