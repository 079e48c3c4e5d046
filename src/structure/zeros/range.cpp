#include "structure/zeros/range.hpp"

namespace anholon {

Range range_of_symbol(const System& system, Expr symbol) {
    for (const Parameter& p : system.parameters) {
        if (p.symbol != symbol) continue;
        if (p.range) return {.low = p.range->first, .high = p.range->second, .nonzero = false};
        if (p.value.sign() > 0) return {.low = 0, .high = {}, .nonzero = true};
        if (p.value.sign() < 0) return {.low = {}, .high = 0, .nonzero = true};
    }
    return {};
}

Range range_of(const System& system, Expr e) {
    return range_of(e, [&](Expr symbol) { return range_of_symbol(system, symbol); });
}

int sign_of(const System& system, Expr e) {
    const Range r = range_of(system, e);
    return r.is_nonzero() ? r.sign() : 0;
}

bool cannot_vanish(const System& system, Expr e) { return range_of(system, e).is_nonzero(); }

}  // namespace anholon
