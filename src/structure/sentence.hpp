#pragma once

#include <string>
#include <string_view>

#include "structure/fact.hpp"

namespace anholon {

// Words and formulas put together, as plain text and as LaTeX with $…$ around the formulas.
class Sentence {
  public:
    Sentence& operator<<(std::string_view words);
    Sentence& operator<<(Expr formula);
    Sentence& formula(std::string_view text, std::string_view latex);
    operator Fact::Sentence() const { return said_; }

  private:
    Fact::Sentence said_;
};

Fact not_decided(const std::string& reason);

}  // namespace anholon
