#pragma once

#include "expr/context.hpp"

namespace anholon {

constexpr double kNameLength = 3;  // s12

// How many characters a node takes in print, if its arguments take what `length` says.
double printed_length(const Context& c, NodeId id, const auto& length) {
    const Node node = c.node(id);
    const auto number = [&](NodeId n) { return static_cast<double>(c.number_at(n).to_string().size()); };
    const auto factor = [&](NodeId n) {
        const Kind kind = c.node(n).kind;
        return length(n) + (kind == Kind::sum || kind == Kind::multiple ? 2 : 0);
    };
    double total = 0;
    switch (node.kind) {
        case Kind::number: return number(id);
        case Kind::symbol: {
            const Symbol& s = c.symbol_at(id);
            return static_cast<double>(s.name.size()) + s.dots;
        }
        case Kind::multiple: return number(node.args[0]) + 1 + factor(node.args[1]);
        case Kind::sum:
            for (std::size_t k = 1; k < node.count; k += 2) {
                const bool is_plain = abs(c.number_at(node.args[k])).is_one();
                total += 3 + length(node.args[k + 1]) + (is_plain ? 0 : 1 + number(node.args[k]));
            }
            return node.args[0] == Context::zero_id ? total - 3 : total + number(node.args[0]);
        case Kind::product:
            for (std::size_t k = 0; k < node.count; k += 2) {
                const Rational& e = c.number_at(node.args[k + 1]);
                total += 1 + factor(node.args[k]);
                if (!abs(e).is_one()) total += e.is_integer() ? 2 : 6;
            }
            return total - 1;
        case Kind::function:
            total = static_cast<double>(name(node.function).size()) + 2;
            for (const NodeId a : node.arguments()) total += length(a);
            return total;
    }
    return total;
}

// Characters that a name saves for a part of this length: its definition takes the part once more, and "s12 = ".
inline double gain(std::size_t count, double length) {
    constexpr double definition = 7;
    return static_cast<double>(count) * (length - kNameLength) - (length + definition);
}

}  // namespace anholon
