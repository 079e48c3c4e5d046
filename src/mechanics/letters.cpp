#include "mechanics/letters.hpp"

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

}  // namespace anholon
