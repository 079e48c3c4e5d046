#include "structure/fresh.hpp"

#include <algorithm>

namespace anholon {

namespace {

bool is_taken(const Setting& s, const std::string& name) {
    const Expr known = s.c.find(name);
    if (!known) return false;
    const auto is_known = [&](std::span<const Expr> list) {
        return std::ranges::find(list, known) != list.end();
    };
    return known.symbol().kind != SymbolKind::variable || is_known(s.q) || is_known(s.v) ||
           is_known(s.system.multipliers) ||
           std::ranges::any_of(s.system.quasi, [&](const QuasiVelocity& eta) { return eta.symbol == known; });
}

}  // namespace

std::vector<Expr> fresh_variables(const Setting& s, const std::string& letter, std::size_t count) {
    std::vector<Expr> out;
    for (std::size_t i = 1; i <= count; ++i) {
        std::string name = letter + std::to_string(i);
        while (is_taken(s, name)) name += "_";
        out.push_back(s.c.variable(name));
    }
    return out;
}

Expr momentum_letter(const Setting& s, Expr velocity) {
    std::string name = "p_" + velocity.symbol().name;
    while (is_taken(s, name)) name += "_";
    return s.c.variable(name);
}

}  // namespace anholon
