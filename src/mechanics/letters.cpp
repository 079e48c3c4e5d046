#include "mechanics/letters.hpp"

#include <algorithm>

#include "expr/introduce.hpp"

namespace anholon {

Expr momentum(const Setting& s, const std::string& letter, Expr velocity) {
    const Symbol& of = velocity.symbol();
    std::string name = letter + "_" + of.name;
    if (of.dots > 1) name += std::to_string(of.dots);
    return introduced(s.c, name, SymbolKind::variable, "momentum",
                      order_in_print(s.c, velocity.id()) & 0xffffff);
}

Expr letter_N(const Setting& s) { return introduced(s.c, "N", SymbolKind::constant, "large number"); }

Expr letter_for(const System& system, const Expr& function, const std::string& name, std::string_view purpose,
                std::size_t place) {
    Context& c = system.c();
    const std::vector<Expr> q = system.q();
    const auto is_free = [&](const std::string& let) {
        const Expr taken = c.find(let);
        if (!taken) return true;
        return taken.symbol().kind == SymbolKind::variable && std::ranges::find(q, taken) == q.end() &&
               std::ranges::find(system.quasi, taken, &QuasiVelocity::symbol) == system.quasi.end();
    };
    for (const auto& [let, value] : system.lets)
        if (value == function && is_free(let)) return c.variable(let);
    return introduced(c, name, SymbolKind::variable, purpose, place);
}

}  // namespace anholon
