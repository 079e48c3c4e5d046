#pragma once

#include <functional>
#include <optional>

#include "expr/expr.hpp"

namespace anholon {

// The values an expression may take, from below and from above; and whether 0 is left out.
struct Range {
    std::optional<Rational> low, high;
    bool nonzero = false;

    bool is_nonzero() const { return nonzero || (low && low->sign() > 0) || (high && high->sign() < 0); }
    int sign() const {  // of all values, 0 if they have several
        if (low && low->sign() >= 0) return 1;
        if (high && high->sign() <= 0) return -1;
        return 0;
    }
};

// By interval arithmetic, from the ranges of the symbols.
Range range_of(Expr e, const std::function<Range(Expr)>& range_of_symbol);
inline Range range_for_any_symbols(Expr e) {
    return range_of(e, [](Expr) { return Range{}; });
}

}  // namespace anholon
