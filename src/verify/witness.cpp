#include "verify/witness.hpp"

#include <algorithm>

#include "algebra/prime_field.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

// The sign of a parameter as stated; 0 for all other symbols, which may have any.
int stated_sign(const System& system, Expr symbol) {
    const auto p = std::ranges::find(system.parameters, symbol, &Parameter::symbol);
    return p == system.parameters.end() ? 0 : p->value.sign();
}

// Coordinates k/8, drawn wider from try to try.
Point random_point(const System& system, std::span<const Expr> symbols, std::uint64_t seed,
                   std::uint64_t attempt) {
    Point point;
    const std::uint64_t range = 16 + 8 * attempt;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        if (symbols[i].symbol().kind == SymbolKind::pi) continue;
        const auto k = static_cast<long>(mix(mix(seed, attempt), i) % range) + 1;
        const bool any = attempt % 3 != 0 && (mix(mix(seed, attempt), i + 1000) & 1) != 0;
        const int sign = stated_sign(system, symbols[i]);
        point.emplace_back(symbols[i], Rational(sign < 0 || (sign == 0 && any) ? -k : k, 8));
    }
    return point;
}

}  // namespace

std::optional<Witness> witness(const System& system, Expr e, std::uint64_t seed) {
    const std::vector<Expr> symbols = symbols_of(e);
    for (std::uint64_t attempt = 0; attempt < 48; ++attempt) {
        Point point = random_point(system, symbols, seed, attempt);
        for (const long precision : {128L, 1024L}) {
            const Ball value = enclosure(e, point, precision);
            if (!value.is_finite()) break;
            if (!value.contains_zero()) return Witness{std::move(point), value};
        }
    }
    return std::nullopt;
}

}  // namespace anholon
