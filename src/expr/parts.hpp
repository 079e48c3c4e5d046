#pragma once

#include <span>
#include <vector>

#include "expr/print.hpp"

namespace anholon {

// Expressions for one page: symbols stand for long parts that they share, and for parts too long to read. Each part is simplified
// by itself, which is quick where the whole would have too many terms.
struct Parts {
    std::vector<Expr> main;         // in the order of the expressions
    std::vector<KnownName> values;  // of the symbols, in one another
};

struct PartsOptions {
    double unnamed = 700;   // characters: up to this length an expression is read as it is
    double gain = 20;       // a shared part is cut if so many characters are saved
    double longest = 300;   // and any part that is as long as this
    double fraction = 100;  // and a sum in a denominator or under a root, which LaTeX cannot break
    bool simplify = true;
};
bool needs_cutting(std::span<const Expr> e, const PartsOptions& options = {});
Parts cut_into_parts(std::span<const Expr> e, const PartsOptions& options = {});

}  // namespace anholon
