#include "structure/evidence/fresh.hpp"

#include "expr/introduce.hpp"
#include "mechanics/letters.hpp"

namespace anholon {

std::vector<Expr> fresh_variables(const Setting& s, const std::string& letter, std::size_t count) {
    std::vector<Expr> out;
    for (std::size_t i = 1; i <= count; ++i)
        out.push_back(
            introduced(s.c, letter + std::to_string(i), SymbolKind::variable, "letter with a number", i));
    return out;
}

Expr momentum_letter(const Setting& s, Expr velocity) { return momentum(s, "p", velocity); }

}  // namespace anholon
