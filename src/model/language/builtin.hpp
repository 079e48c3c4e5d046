#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "expr/expr.hpp"

namespace anholon {

// A function the language knows.
struct Builtin {
    std::string_view name;
    std::size_t arguments;
    std::string_view usage;  // "atan2(y, x)"
    Expr (*build)(std::span<const Expr> arguments);
};

std::span<const Builtin> builtins();
const Builtin* find_builtin(std::string_view name);
// The function that other programs call so, or that was probably meant; empty if none is.
std::string probable_builtin(std::string_view name);

}  // namespace anholon
