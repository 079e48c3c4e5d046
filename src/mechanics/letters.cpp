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

Expr letter_of(const System& system, const std::string& let) {
    Context& c = system.c();
    const std::vector<Expr> q = system.q();
    const Expr taken = c.find(let);
    if (taken && (taken.symbol().kind != SymbolKind::variable || std::ranges::find(q, taken) != q.end() ||
                  std::ranges::find(system.quasi, taken, &QuasiVelocity::symbol) != system.quasi.end()))
        return {};
    const auto place = std::ranges::find(system.lets, let, &std::pair<std::string, Expr>::first);
    return letter_of_model(c, let, static_cast<std::size_t>(place - system.lets.begin()));
}

Expr letter_for(const System& system, const Expr& function, const std::string& name, std::string_view purpose,
                std::size_t place) {
    for (const auto& [let, value] : system.lets)
        if (value == function)
            if (const Expr letter = letter_of(system, let)) return letter;
    return introduced(system.c(), name, SymbolKind::variable, purpose, place);
}

}  // namespace anholon
