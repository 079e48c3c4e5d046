#pragma once

#include <optional>

#include "model/system.hpp"

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

// By interval arithmetic: parameters run through their ranges, or keep the sign of their value if they have none; coordinates are
// any numbers.
Range range_of(const System& system, Expr e);
Range range_of_symbol(const System& system, Expr symbol);

int sign_of(const System& system, Expr e);  // 0 if it is not known, or not the same everywhere
bool cannot_vanish(const System& system, Expr e);

}  // namespace anholon
