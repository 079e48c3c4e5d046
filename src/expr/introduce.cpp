#include "expr/introduce.hpp"

#include <functional>
#include <string>

#include "base/text.hpp"

namespace anholon {

namespace {

// What the context remembers of these symbols, among its other answers; no other question begins like this.
enum class Memory : std::size_t {
    symbol = ~std::size_t{0},
    reserved = symbol - 1,
    place = symbol - 2,
    letter = symbol - 3
};

Context::Question question(Memory what, std::size_t a, std::size_t b = 0) {
    return {static_cast<std::size_t>(what), a, b, 0};
}

std::size_t hash(std::string_view text) { return std::hash<std::string_view>{}(text); }

}  // namespace

Expr introduced(Context& c, std::string_view name, SymbolKind kind, std::string_view purpose,
                std::size_t place) {
    std::string free = ascii_name(name);
    const Context::Question asked = question(Memory::symbol, hash(purpose), hash(free));
    if (const auto known = c.answers().find(asked); known != c.answers().end()) return {c, known->second};
    while (is_taken(c, free)) free += "_";
    const Expr symbol = kind == SymbolKind::constant ? c.constant(free) : c.variable(free);
    c.remember(asked, symbol.id());
    c.remember(question(Memory::place, index(symbol.id())), NodeId{static_cast<std::uint32_t>(place)});
    return symbol;
}

Expr letter_of_model(Context& c, std::string_view name, std::size_t place) {
    const Expr symbol = c.variable(name);
    c.remember(question(Memory::letter, index(symbol.id())), NodeId{static_cast<std::uint32_t>(place)});
    return symbol;
}

void reserve_name(Context& c, std::string_view name) {
    c.remember(question(Memory::reserved, hash(ascii_name(name))), Context::zero_id);
}

bool is_taken(Context& c, std::string_view name) {
    return c.find(name) || c.answers().contains(question(Memory::reserved, hash(name)));
}

std::uint64_t order_in_print(Context& c, NodeId symbol) {
    constexpr std::uint64_t letters = 1ULL << 30, behind_the_model = 1ULL << 31;
    const Symbol& s = c.symbol_at(symbol);
    const NodeId base = s.dots == 0 ? symbol : c.find(s.name).id();
    const std::uint64_t dots = static_cast<std::uint64_t>(s.dots) << 32;
    const auto place = c.answers().find(question(Memory::place, index(base)));
    if (place != c.answers().end()) return dots + behind_the_model + index(place->second);
    const auto letter = c.answers().find(question(Memory::letter, index(base)));
    return dots + (letter == c.answers().end() ? c.node(base).index : letters + index(letter->second));
}

}  // namespace anholon
