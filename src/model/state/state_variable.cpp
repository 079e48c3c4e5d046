#include "model/state/state_variable.hpp"

#include <algorithm>

#include "expr/derivative.hpp"
#include "expr/print.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

// A function of t, q and q̇ that depends on some q or q̇.
bool is_of_state(const Expr& e, const System& system) {
    const std::vector<Expr> q = system.q(), v = system.velocities();
    const auto contains = [](const std::vector<Expr>& list, Expr x) {
        return std::ranges::find(list, x) != list.end();
    };
    bool depends = false;
    for (const Expr& symbol : symbols_of(e)) {
        if (symbol.symbol().kind != SymbolKind::variable) continue;
        if (!contains(q, symbol) && !contains(v, symbol)) return false;
        depends = true;
    }
    return depends;
}

bool is_state(const Meaning& meaning) {
    return meaning.noun == "coordinate" || meaning.noun == "velocity" || meaning.noun == "quasi-velocity" ||
           meaning.noun == "multiplier" || meaning.noun == "state";
}

}  // namespace

Expr state_variable(const Meaning& meaning, unsigned primes, const System& system) {
    if (!meaning.value) return {};
    if (meaning.noun == "abbreviation" || meaning.noun == "output")
        return primes == 0 && is_of_state(meaning.value, system) ? meaning.value : Expr();
    if (meaning.noun == left_out) return primes == 1 ? dot(meaning.value) : Expr();
    if (!is_state(meaning) || primes > (meaning.noun == "coordinate" ? 1u : 0u)) return {};
    return primes == 0 ? meaning.value : dot(meaning.value);
}

std::string name_of(const Expr& variable, const System& system) {
    if (variable.is_symbol()) return symbol_text(variable.symbol());
    const auto let = std::ranges::find(system.lets, variable, &std::pair<std::string, Expr>::second);
    return let == system.lets.end() ? text(variable) : let->first;
}

std::string noun_of(const Meaning& meaning, unsigned primes) {
    if (primes == 0 || !is_state(meaning)) return meaning.noun;
    return meaning.noun == "coordinate" ? "acceleration" : "rate";
}

}  // namespace anholon
