#pragma once

#include <cstddef>
#include <span>

#include "expr/expr.hpp"

namespace anholon {

// What a program that computes some expressions would execute, each shared part once.
struct Operations {
    std::size_t additions = 0, multiplications = 0, divisions = 0, roots = 0, functions = 0;
    std::size_t total() const { return additions + multiplications + divisions + roots + functions; }
};

Operations operations(Expr e);
Operations operations(std::span<const Expr> e);

}  // namespace anholon
