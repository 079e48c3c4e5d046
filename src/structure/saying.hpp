#pragma once

#include <string>
#include <string_view>

#include "structure/fact.hpp"

namespace anholon {

// A sentence with formulas in it: words as they stand, expressions as text or between dollars.
class Saying {
  public:
    Saying& operator<<(std::string_view words);
    Saying& operator<<(Expr formula);  // simplified; in brief if it is long
    Saying& operator<<(std::size_t number);
    Saying& as_it_stands(Expr formula);
    operator Fact::Sentence() const { return sentence_; }

  private:
    Fact::Sentence sentence_;
};

// "phi, psi and x"
std::string listed(const std::vector<std::string>& names);
std::vector<std::string> names_of(std::span<const Expr> symbols);

}  // namespace anholon
