#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"
#include "expr/expr.hpp"

namespace anholon {

// What a name stands for: a symbol, or an expression it abbreviates.
struct Meaning {
    Expr value;
    std::string noun;                             // "coordinate", as messages call it
    std::optional<Span> declared = std::nullopt;  // where, if in this source
};

// The names an expression may use. θ and theta are one name.
class Scope {
  public:
    // False, and nothing is changed, if the name is taken.
    bool add(std::string_view name, Meaning meaning);
    void replace(std::string_view name, Meaning meaning);  // whatever it meant before
    const Meaning* find(std::string_view name) const;
    std::vector<std::string> names() const;

  private:
    std::map<std::string, Meaning, std::less<>> meanings_;
};

}  // namespace anholon
